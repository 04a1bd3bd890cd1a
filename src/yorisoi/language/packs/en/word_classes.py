"""English words by the place they take in a noun phrase: what a tagger would know, as far as questions need it."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


VERBS = frozenset(
    form
    for verb in _words(
        """
        accept achieve add affect agree allow appear apply ask attend avoid become begin believe belong break
        bring build buy call carry catch cause choose claim come compare complain consider contain continue
        contribute convince create deal decide describe develop die differ disband discover divorce do draw earn
        eat enjoy enter exist expect explain fall feel fight find finish fix follow found gain get give go
        graduate grow happen hear help include increase inspire install involve join keep kill know lead learn
        leave live lose love make manage marry mean meet move need occur open overcome own pay perform prefer
        prepare prevent produce protect prove provide publish quit reach read receive recommend record refer
        release remain remember renew replace request require resign retire return run satisfy save say see seem
        sell send serve set settle sign sing sit sleep speak spend stand start stay steal stop submit succeed
        suffer suggest support survive take teach tell think train travel treat tell try turn understand use
        visit wait want watch wear win wish work write went did made took got gave came became began knew left
        lost met paid said saw sold sent sang told thought taught won wrote grew fell felt found held kept led
        cook bake smoke drink invent relate impact influence enable ban evolve hold compete define determine
        eliminate enforce establish experience express finance handle hire hurt identify ignore imagine improve
        indicate investigate invest judge launch lie listen maintain measure mention obtain operate organize
        participate pass permit pick pour predict pretend promote propose pull push quote raise rank react
        realize recover reduce reflect regulate reject relax rely remove repair repeat represent respond restore
        retain reveal revise ride rise scare seek select separate shoot shut smell solve spread steer stick
        strike struggle surround suspect talk tie translate transfer trust unite upgrade vary vote walk wash
        weigh wonder worry argue arrange arrive attack attract born bother cite climb collaborate collect
        combine communicate complete conduct confirm consist construct consume convert cope criticize cross cure
        cut dance defeat defend deliver deny depend deserve destroy detect direct disappear discuss drive drop
        edit educate elect emerge employ encourage engage entertain excel expand fit fly generate guess hate
        hide hit hunt approve notify expire cover reimburse issue borrow lend owe charge order book cancel
        extend reset lock connect fail report inform ship print reply count carry last attach upload download
        calculate register enrol assign fill fills click check contact log please ran spent stood broke brought
        built bought caught chose drew ate fought known given taken seen written done gone
        """
    )
    for form in (verb, f"{verb}s", f"{verb}es", f"{verb.removesuffix('e')}ed", f"{verb.removesuffix('e')}ing")
)
NOUN_TOO = _words(
    """
    leave travel claim claims request requests record records support return returns visit visits work run cost
    costs help need needs start change changes release play deal show shows
    """
)
"""Verbs that are as often nouns."""
ADJECTIVES = _words(
    """
    related such easier harder important interesting good bad best better worse worst new old big small large
    long short high low popular famous successful able due early late main major several many much more most few
    less least own different similar certain available common typical possible likely first last next previous
    real true full great happy hard easy difficult bigger biggest smaller longer longest higher highest lower
    lowest older newer newest enough okay fine right expensive cheap safe dangerous married single alone
    together later earlier soon ever never always still again away back instead besides notable significant
    specific particular special whole entire various current recent original final anything something nothing
    everything anyone someone everyone anybody somebody else exactly particularly yes no maybe treatable
    endangered like really just even yet already though although because while since until besides
    """
)
GENERIC = _words(
    """
    people person someone thing things way ways lot kind kinds sort type types fact facts information time times
    year years day days part parts example aspects article one ones something number case point reason others
    other interesting today tomorrow yesterday month months week weeks hour hours minute minutes morning
    """
)
PREPOSITIONS = _words(
    """
    of for in on at about with by from into without
    """
)
DETERMINERS = _words(
    """
    a an the your my our his her its their this that these those some any each every
    """
)
