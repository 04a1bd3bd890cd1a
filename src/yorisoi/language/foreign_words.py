"""Function words of European languages without a pack; those that English shares are left out."""

from yorisoi.language.word_list import word_list

FOREIGN_WORDS = word_list(
    """
    el la los las un una unos unas del que en y es por con para como le les des et est dans pour qui sur au aux
    du der die das und ist nicht ein eine mit von den dem zu auf il lo gli che di per sono non na em os um uma
    não het een van je och att som det på är jag ikke og nie się jest z w
    """
)
