"""Orders, corrections, choices and talk in English, as they are taken word for word."""

import re

from yorisoi.language.dialogue_words import DialoguePatterns

_LEAD = r"(?:(?:no|nah|nope|oh|oops|sorry|well|actually|hang on|wait|ok|okay|and|but|so)[,.! ]{1,3}){0,4}"
_MACHINE = "(?:machine|robot|bot|chatbot|chatgpt|computer|ai)"

PATTERNS = DialoguePatterns(
    just_answer=re.compile(
        r"\bjust (?:answer|tell me|search|look it up)(?: the answer)?|\b(?:search|answer) anyway\b|\bstop asking|\bno more questions\b"
    ),
    ask_first=re.compile(r"\bask me (?:first|what you need|if anything)|\bask me before\b"),
    corrects=(
        re.compile(
            r"(?<![\w'-])(?!(?:that|thats|this|it|its|is|am|im|no|was|are|do|does|did|dont|or|if|but|and|why)\b)(?P<new>[\w-]+),? not"
            r" (?:the |a |my )?(?!(?:what|how|that|this|it|sure|so)\b)(?P<old>[\w-]+)"
        ),
        re.compile(
            r"\b(?:i meant?|i was asking about|make that|typo[,:]?|correction[,:]?|sorry[,:]) (?:the |a |my )?(?P<new>[\w'-]+(?: [\w'-]+){0,4})(?:,? not (?:the |a |my )?(?P<old>[\w-]+(?: [\w-]+)?))?"
        ),
    ),
    rejects=(
        re.compile(
            rf"^{_LEAD}(?:i (?:do not|don'?t|didn'?t) mean|(?:(?:it|that|this)(?:'?s| is| was) )?not(?: about)?|(?:i'?m )?not (?:asking|talking) about"
            r"|(?:(?:it|that|this) )?(?:isn'?t|wasn'?t)(?: about)?) (?:the |my |a |an )?"
            r"(?P<old>(?!(?:sure|what|how|just|only|yet|really|much|too|so|bad|even|going|been|the|a)\b)[\w'-]+(?: (?!one\b)[\w'-]+){0,3}?)"
            r"(?: ones?| thing| stuff| bit| part)?[,.;!\s]{0,9}$",
            re.I,
        ),
        re.compile(
            rf"^{_LEAD}(?:leave|ignore) (?:the |my |a |an )?(?P<old>[\w'-]+(?: [\w'-]+){{0,3}}?)(?: out of (?:it|this)| aside)[,.;!\s]{{0,9}}$",
            re.I,
        ),
    ),
    excludes=re.compile(
        r"\b(?:other than|except(?: for)?|apart from|besides|but not) (?:the |my |an? )?(?P<old>[\w'-]+)", re.I
    ),
    dismisses=(
        re.compile(
            rf"^{_LEAD}(?:never ?mind|forget|enough)(?: about)? (?:the |my |a |an )?(?P<old>[\w'-]+(?: [\w'-]+){{0,3}}?)"
            r"(?: ones?| thing| stuff| bit| part)?[,.;!\s]{0,9}$",
            re.I,
        ),
    ),
    before_correction=re.compile(
        rf"^{_LEAD}(?:(?:i meant?|i was asking about|it'?s|make that|but|rather) ){{0,3}}(?:(?:the|a|my) (?!one))?",
        re.I,
    ),
    denies=re.compile(
        rf"^{_LEAD}(?:i'?m|we'?re|i|we) (?:am |are |do |did )?(?:not|don'?t|didn'?t|never) [\w' ]{{0,20}}?(?:(?:the|my|an?|in|at|to|for) )+(?P<old>[\w'-]+)[,.;!\s]{{0,9}}$",
        re.I,
    ),
    says_what_it_is=re.compile(
        r"\b(?:is|are|am|was|were|make (?:it|that)|turn(?:s|ed))\b|'(?:s|m|re)\b|^(?:[a-z]+[,.!] ?){0,3}\d+\W*[a-z]*[.! ]*$"
    ),
    has_a_verb=re.compile(r"\b(?:i|we|you|he|she|they|it|there)(?:'\w+| \w)|\b(?:is|are|was|were|has|have|had)\b"),
    restates=re.compile(
        r"^(?!.*(?:\?|\b(?:about|asking|can|could|do i|help|how|like to|mean the|need|please|tell me|wants?|what|when|where|which|who|why)\b))"
    ),
    means=re.compile(r"^(?:but )?i(?:'m asking| was asking| meant?)\b", re.I),
    demonstrative=re.compile(r"(?:that|this|it|those|these|one|him|her|them)(?: ones?)?", re.I),
    names_another=re.compile(
        r"^(?:(?:and|or|ok|so|then|but)[, ]+)*(?:(?:what|how) about )?(?P<new>(?:(?:my|the|a|an|on|in|for) )?[\w-]+(?: [\w-]+)?)(?:[, ]+(?:then|instead))?\?*$",
        re.I,
    ),
    mends=re.compile(r"[,.]\s+(?:no,? )?(?:sorry|wait|i mean|make that|scratch that)[,\s]+(?=\d|\w{3,6}day)", re.I),
    returns=re.compile(
        r"\b(?:back to|earlier|before that|going back|as i (?:said|asked)|the first (?:thing|question)|returning to)\b"
    ),
    turns_away=re.compile(
        r"\b(?:by the way|btw|unrelated|different (?:question|topic)|another (?:question|thing)|random(?:,| but| question)|(?:oh )?before i forget|that reminds me|on another note|while i'm (?:here|at it))\b"
    ),
    leaves=re.compile(
        r"^(?:(?:oh|ok|okay|and|so|right|anyway|thanks|cool)[,.! ]+){0,3}(?:by the way|unrelated|(?:a )?(?:totally |completely )?different (?:question|topic|thing)|random question"
        r"|before i forget|on another note|changing the subject|that reminds me)\b[,.: ]*(?!.*\b(?:it|its|that|this|they|them|their|those|these|earlier)\b)"
    ),
    none_fits=re.compile(
        r"\bnone of (?:these|them|those|the above)\b|\bnot (?:on|in) the list\b|^(?:none|neither|something else|other|another one)[.!]*$"
    ),
    introduces=re.compile(r"^[^,;]{0,80}\b(?:as follows|the following(?: [\w-]+){0,3})[.]?$"),
    states_limit=re.compile(
        r"^(?:(?!\b(?:and|but|however|although|though|while|because|since)\b|;).){0,40}?\bthe (?:documents?|passages?|pages?)(?: (?:that were )?(?:found|shown|given|at hand))?,? "
        r"(?:(?:do|does|did) not|don't|doesn't) (?:say|tell|state|mention|cover|describe|list|explain|specify|give|show|name|go into)\b"
        r"(?:(?!\b(?:but|however|although|though|only that)\b|;).){0,200}$"
        r"|^[^,;]{0,80}\b(?:is|are|was|were) not (?:(?:said|told|given|mentioned|described|found|stated|listed|explained|covered) )?(?:in|by) the (?:documents|passages|pages)(?: found)?[.]?$"
    ),
    number=re.compile(
        r"^(?:(?:oh|ah|ok|okay|then)[,. ]+)?(?:the )?(?:no\.?|number|option)?\s*([1-9]|first|second|third|fourth|fifth|1st|2nd|3rd|4th|5th)(?: one)?[.)]?(?:,? please)?\W*$"
    ),
    number_first=re.compile(
        r"^(?:(?:oh|ah|ok|okay|then|so|and)[,. ]+)?(?:(?:for|about|with|in) )?(?:(?:no\.?|number|option)\s*|the (?=\w{3,6} one\b))"
        r"([1-9]|first|second|third|fourth|fifth|1st|2nd|3rd|4th|5th)(?: one)?\b[,:]?\s*(?=\w+ \w)"
    ),
    last_one=re.compile(r"^(?:(?:ok|okay|then)[,. ]+)?the (?:last|bottom)(?: one)?(?:,? please)?\W*$"),
    ordinals=("first", "second", "third", "fourth", "fifth"),
    around_choice=re.compile(r"^(?:the |about )|(?: one)?(?:,? please)?[.!]*$"),
    wants_person=re.compile(r"who (?:should|do|can) i (?:ask|contact|talk|speak|tell)"),
    asks_for_rows=re.compile(
        r"\b(?:all (?:of )?(?:the|your|them)|every(?:thing)?|list|which (?:\w+ ){1,2}(?:are|can|do|have)|what (?:kinds?|types?|sorts?)|what \w+s (?:do|can|are|is)|how many"
        r"|(?:most|least|cheapest|dearest|largest|biggest|smallest|longest|shortest|earliest|latest|highest|lowest|fastest)|(?:more|less|fewer|cheaper|larger|bigger|smaller|longer|shorter|earlier|later|higher|lower) than"
        r"|before|after|under|over|below|above|at (?:least|most)|up to|except|other than|apart from|isn'?t|aren'?t|not|without|compare|difference)\b"
    ),
    first_said=re.compile(
        r"\b(?:first|at the start|at first|to begin with)\b.{0,20}\b(?:ask|asked|say|said|question)\b|\bwhat (?:did|was) (?:i|my).{0,20}\bfirst\b"
    ),
    mood=re.compile(r"(?:\s{1,20}(?:l+o+l+|ha(?:ha)+|lmao|xd)\b|\s{0,20}[:;]-?[()DP/])+$", re.IGNORECASE),
    announces=re.compile(
        r"^(?:(?:hi|hey|hello|sorry|excuse me|so|um)[,.! ]+){0,2}(?:.{1,60}\band )?(?:(?:i have|i've got|got|just) (?:a|one|some|a few|a couple of|several) (?:quick )?questions?"
        r"|(?:can|could|may) (?:i|you) (?:please )?(?:ask|help)(?: (?:me|you))?(?: (?:something|a question|with something))?)(?: please)?[.!?… ]*$"
    ),
    asks_who_answers=re.compile(
        rf"\b(?:you|u) (?:an? |really an? |actually an? )?(?:(?:real|proper|actual) )?(?:human|person|{_MACHINE})\b"
        rf"|\bis this an? (?:real|proper|actual) (?:human|person)\b"
        rf"|\b(?:human|person),? or .{{0,20}}\b{_MACHINE}\b|\b{_MACHINE},? or (?:an? )?(?:real )?(?:human|person)\b"
    ),
    introduces_oneself=re.compile(
        r"^(?:(?:hi|hello|hey)\b[,.!\s]+|nice to meet you\b[,.!\s]+){1,2}(?:my name is|i'm called|i'm|i am)"
        r" (?:[a-z'-]+ ?){1,2}(?:,? (?:from|in|at|of) (?:[a-z'-]+ ?){1,2})?[.!]*$"
    ),
    asks_what_one_told=re.compile(
        r"\b(?:did i (?:say|tell|mention)|have i (?:told|mentioned)|i (?:said|told you|mentioned)|do you (?:remember|know))\b"
    ),
    asks_to_forget=re.compile(
        r"^(?:(?:never mind,|please|now|can you|could you|i want you to|i'd like you to) ){0,3}forget "
        r"(?:(?:that|this|it|it all|everything|all of (?:that|this)|me)|about me|my (?:name|age|address|birthday|(?:phone|employee) number|email)"
        r"|(?:what|everything|all|the things) i (?:said|told you|have told you|mentioned)\b[^.?!,]{0,40})(?: please)?[.!?]*$"
    ),
    talk_kinds={
        "about_me": re.compile(r"\b(?:are you|who are you|your name|what can you do|robot|chatbot)\b"),
        "thanks": re.compile(r"\b(?:thanks|thank you|thx|ty|cheers|appreciate|lifesaver)\b"),
        "sorry": re.compile(r"\b(?:sorry|my bad|apologies)\b"),
        "goodbye": re.compile(r"\b(?:bye|goodbye|see you|see ya|good night|have a good)\b"),
        "morning": re.compile(r"\bgood morning\b|^morning\b"),
        "evening": re.compile(r"\bgood evening\b|^evening\b"),
        "greeting": re.compile(r"\b(?:hello|hi|hey|good afternoon)\b|^afternoon\b"),
        "relief": re.compile(
            r"\b(?:phew|relief|relieved|great|good to know|perfect|brilliant|nice|it works|works now|that (?:fixed|solved|did) it)\b"
        ),
        "worried": re.compile(
            r"\b(?:scared|afraid|worried|worrying|panick?(?:ing|ed)?|oh no|in trouble|get fired|freaking out)\b"
        ),
        "troubled": re.compile(r"\b(?:sad|upset|hurt|heartbroken|devastated|crying|cried|in tears)\b"),
        "understood": re.compile(r"^(?:ok|okay|got it|understood|i see|right|alright|makes sense|noted)\b"),
    },
    expects=(
        (
            re.compile(r"\bhow much\b(?! time)|\bwhat (?:does|do) \S+ cost|\b(?:price|fee)s?\b\W*$"),
            r"[$€£¥]\s?\d|\d[\d,.]*\s?(?:yen|dollars|euros|pounds|jpy|usd)|\bfree\b",
            r"\b(?:prices?|costs?|fees?|charges?)\b",
        ),
        (re.compile(r"\bwhat time\b"), r"\d\s?(?:am|pm|a\.m|p\.m)|\d:\d\d|\bnoon\b", r"\b(?:hours|times?)\b"),
        (
            re.compile(r"\bhow (?:many|long|often|far|soon|old)\b|\bwhen\b|\bdeadline\b\W*$"),
            r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|once|twice|daily|weekly|monthly|(?:mon|tues|wednes|thurs|fri|satur|sun)day)",
            r"\b(?:how (?:many|long|often)|when|deadlines?|duration|dates?|number of)\b",
        ),
    ),
    of_oneself=re.compile(r"\bi am\b|\bi'm\b|\bi (?:work|live)\b|\bwe are\b"),
    belongs=re.compile(
        r"\bi work\b|\b(?:i am|i'm|we are|we're) (?:(?:based |working |employed )?(?:in|at|with)\b|.{0,30}\b(?:employees?|staff|workers?|members?|contractors?)\b)"
    ),
    of_others=re.compile(r"\bmy (?:colleague|manager|report|wife|husband|partner|team)\b"),
    does_not_belong=re.compile(r"\b(?:don't|do not|never|no longer|used to|not) (?:live|work|based|in|at|from|an?)\b"),
    denied=re.compile(r"\b[Nn]ot (?:in |from )?\w+"),
    visited=re.compile(
        r"\b(?:(?:trips?|travel(?:l?ing)?|go|going|fly(?:ing)?) to|visit(?:ing)?) (?:the )?\w+", re.IGNORECASE
    ),
    negates=re.compile(r"\b(?:not|no|never|none|nobody|nothing|without|cannot)\b|n't\b"),
    restricts=re.compile(r"\bonly\b"),
    asks=re.compile(
        r"[?？]|\b(?:what|how|when|where|who|which|why|can i|could i|do i|does|is there|are there|tell me)\b"
    ),
    talk=re.compile(
        r"\b(?:hello|hi|hey|thanks|thank you|thx|cheers|good (?:morning|afternoon|evening)|bye|i see|okay|ok|got it|great|sorry(?: to (?:bother|disturb|trouble) you)?|anyone there|you there)\b"
    ),
    recalls=re.compile(r"\bwhat (?:did|was) (?:i|we|it)\b.{0,30}\b(?:ask|say|said|call|called)|\bdo you remember\b"),
    troubled=re.compile(
        r"\b(?:struggling|worried|stressed|anxious|overwhelmed|burn(?:t|ed) out|can't sleep|not sure what to do|should i|torn between)\b"
    ),
    worries=re.compile(
        r"\bi(?: am|'m|’m) (?:so |really |very |a bit |quite |just )?(?:worried|scared|freaking out|panicking)\b|\boh no\b"
    ),
    did_not_help=re.compile(
        r"^.{0,40}?\b(?:(?:did|does|do|is|was)(?:n['’]?t| not) (?:help|work|working|do anything)"
        r"|still (?:not|doesn['’]?t|does not|isn['’]?t|broken|nothing|the same)|no luck)\b[^?]{0,20}$"
    ),
    bereaved=re.compile(
        r"(?<!if )(?<!when )(?<!case )\b(?:my|our) (?:mum|mom|mother|dad|father|wife|husband|partner|son|daughter|brother|sister|gran|granny|grandma|grandpa|grandmother|grandfather|grandad|aunt|uncle|cat|dog) (?:has |just |sadly |recently )?(?:passed away|died)\b"
    ),
    hurt=re.compile(
        r"(?<!if )(?<!when )\b(?:i(?:'ve|’ve| have)?|he|she|my (?:son|daughter|colleague))(?: just| have| has)? (?:hurt|cut|burn(?:ed|t)|twisted|broke|broken|sprained|injured)"
        r" (?:(?:my|him|her)self|(?:my|his|her) (?:hand|finger|leg|foot|arm|ankle|wrist|back|head|knee|thumb|eye|shoulder)s?)\b"
        r"|\bwon't stop bleeding|\b(?:he|she|someone|somebody) (?:has |just )?collapsed\b"
    ),
    excepts=re.compile(r"\b(?:except|excluding|other than|not for|without|non)\b"),
    definite=re.compile(r"[?？]|\b(?:what|how|when|where|who|which|why|can|could|do|does|is|are)\b"),
    points_back=re.compile(
        r"\b(?:it|its|that|this|those|these|they|them|there|one|same)\b|^(?:and|but|then|what about|how about|also|or)\b"
    ),
)
