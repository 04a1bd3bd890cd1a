"""Questions for a FAQ in Japanese."""

import re

from yorisoi.language.faq_words import FaqWords, substituting
from yorisoi.language.morpheme import Pos
from yorisoi.language.packs.ja.morphology import morphemes, tokens

_COUNTED = "円|時間|時|営業日|分間|分|秒|日間|日|週間|か月|ヶ月|カ月|ヵ月|年間|年|回|人|名|文字|桁|件|個|枚|冊|台|点|歳|才|泊|度|km|m|kg|g|mb|gb|%|％"
_AMOUNT = re.compile(
    rf"(?<![0-9０-９])[0-9０-９][0-9０-９,，.]*+(?:万|億)?({_COUNTED})(?:[0-9０-９]+分)?", re.IGNORECASE
)
_POLITE_END = re.compile(r"^.*?(?:です|ます|ません|ください|下さい)(?=$|[。、]|ので|が、|けれど)", re.S)
_POINTS = re.compile(r"そ[のれ]|こ[のれ]|あ[のれ]|そこ|ここ|同じ|上記|以下|次の|後者|前者|どちらも|あわせて|最初の")
_POSSIBLE = re.compile(
    r"(?:でき|られ|[えけせてねべめれげ])ま(?:す|せん)$|かまいません$|(?:必要|不要|可能|対象|無料|有料)です$|かか[りる]"
)
"""What a user asks without a question word: whether something can or must be done."""
_QUESTION_MARK = re.compile(r"[?？。！!\s]+$")


def _plain(title: str) -> str:
    """「使えますか」-> 使える？, 「いつですか」-> いつ？, 「変えたい」-> 変えたいんだけど"""
    bare = _QUESTION_MARK.sub("", title)
    found = morphemes(bare)
    tail = [morpheme.surface for morpheme in found[-2:]]
    if len(found) >= 3 and tail == ["ます", "か"] and found[-3].pos in (Pos.VERB, Pos.AUXILIARY):
        return f"{bare[: found[-3].start]}{found[-3].base}？"
    if len(found) >= 3 and tail in (["です", "か"], ["でしょう", "か"]):
        return f"{bare[: found[-2].start]}？"
    if re.search(r"(?:たい|ない|[たっい]た)$", bare):
        return f"{bare}んだけど"
    return ""


def _short(title: str) -> str:
    """Without what asks, and without particles: 「領収書をなくしたときは」-> 領収書なくした"""
    bare = re.sub(r"「([^」]*)」", r"\1", _QUESTION_MARK.sub("", title))
    bare = re.sub(r"(?:を?教えて(?:ください)?|(?:が|を)?知りたい|について|とは|のですが)$", "", bare)
    bare = re.sub(
        r"(?:は|には)?、?(?:どう(?:すれば|したら)(?:よい|良い|いい)(?:です|でしょう)か|何をすればよいですか)$", "", bare
    )
    bare = re.sub(r"(?:です|でしょう)か$", "", bare)
    bare = re.sub(r"(?:ときに?は?|場合に?は?|際に?は?)(?:必要な手続き|の手続き|、)?$", "", bare)
    found = morphemes(bare)
    if len(found) >= 3 and [morpheme.surface for morpheme in found[-2:]] == ["ます", "か"]:
        bare, found = f"{bare[: found[-3].start]}{found[-3].base}", found[:-3]
    dropped = {m.start: m.end for m in found if m.pos is Pos.PARTICLE and m.surface in ("を", "は", "が", "に", "へ")}
    return "".join(letter for at, letter in enumerate(bare) if not any(s <= at < e for s, e in dropped.items()))


def _unconverted(title: str) -> str:
    """「領収書なくした」-> りょうしゅうしょなくした; Latin letters and digits stay.  Empty where nothing is converted."""
    kana = "".join(
        token.surface() if token.surface().isascii() or not token.reading_form() else _hiragana(token.reading_form())
        for token, _ in tokens(title)
        if token.part_of_speech()[0] not in ("補助記号", "空白")
    )
    return "" if kana == title else kana


def _hiragana(katakana: str) -> str:
    return "".join(chr(ord(letter) - 0x60) if "ァ" <= letter <= "ヶ" else letter for letter in katakana)


def _asks(sentence: str) -> str:
    """「30分たつと自動で解除されます」-> 何分たつと自動で解除されますか; without an amount, whether it is so."""
    found = _POLITE_END.match(sentence.strip())
    if not found or len(found.group()) > 50 or _POINTS.search(found.group()):
        return ""
    clause = found.group()
    amounts = list(_AMOUNT.finditer(clause))
    if len(amounts) > 1:
        return ""
    if amounts:
        unit = amounts[0].group(1)
        word = "いくら" if unit == "円" else f"何{unit}"
        clause = clause[: amounts[0].start()] + word + clause[amounts[0].end() :]
    clause = re.sub(r"してください$", "すればよいです", clause)
    if clause.endswith(("ください", "下さい")):
        return ""
    if amounts:
        return f"{clause}か"
    if len(clause) > 30 or "「" in clause or not _POSSIBLE.search(clause):
        return ""
    clause = re.sub(r"(?<!かまい)ません$", "ます", clause)
    return re.sub(r"が(?=(?:必要|可能|対象)です$)", "は", clause) + "か"


_THEIRS = (
    r"(?:ご[一-龠]{2}|お(?:持ち|使い|済み|済ませ|決まり|手元|手持ち|探し|困り|住まい|届け先|分かり|わかり|試し|借り|求め|選び|読み|"
    r"考え|車|子様|子さん|いくつ|客様|越し|感じ|書き|買い|受け取り|受取|申し込み|支払い|名前|電話番号))"
)
"""Things and doings of the one who is spoken to, by the prefixes that honour them."""
_OPERATOR = re.compile(
    rf"""
      # their own doing or state, honoured: ご利用ですか, お持ちでしょうか, お試しになりましたか
      {_THEIRS}[^。?]*(?<!必要)(?<!可能)(?<!いくら)(?<!いつ)(?:です|でしょう|でした|ます|ました|ません)か[?。]*$
        (?<!できますか)(?<!もらえますか)(?<!いただけますか)(?<!かかりますか)(?<!いりますか)(?<!なりますか)
    | (?:なさい|いらっしゃい|ござい)(?:ます|ました|ません)か[?。]*$
      # what was done or tried, which only the one who did it knows: 再起動しましたか, 押してみましたか, いつ頃でしたか
    | (?:まし|でし)た(?:でしょう)?か[?。]*$
      # the state in which their things are: 最新版になっていますか, 表示されていますか, 切れていませんか
    | (?:なって|されて|できて|届いて|つながって|入って|残って|続いて|たって|経って|付いて|ついて|動いて|切れて)い(?:ます|ません)か[?。]*$
    | てありますか[?。]*$
    | (?:て(?:い|は|おり)|では(?:あり)?|じゃ(?:あり)?)ませんか[?。]*$
      # one of two
    | (?:です|でしょう|ます)か[、,?]*[ ]*(?:それとも|または)?[^、。?]+(?:です|でしょう|ます)か[?。]*$
    | どちら(?:の[^。?]{{1,12}})?(?:です|でしょう|が(?:よろし|ご)|を(?:ご|お)|に(?:なさ|いたし|致し))
      # which one it was: 〜たいのはどの, 〜たのはいつ
    | (?<!てもよ)(?:たい|ない|た)のは[^。?]*(?:いつ|どの|どちら|どこ|どれ|何|今)[^。?]*(?:です|でしょう|でした)か[?。]*$
    | 何[^。?]{{1,8}}(?:たもの|のもの)ですか[?。]*$
      # what they are asked to tell: お探しの本の題名を教えて
    | (?:れた|たい|お探しの|お使いの|ご利用の|ご希望の)[^、。?]{{0,15}}を(?:お?教え|お?聞かせ|お?知らせ)(?:て)?(?:いただけ|頂け|ください|下さい|願)
    | お聞かせ(?:いただけ|頂け|ください|下さい|願)
    | (?:番号|お名前|書名|型番)(?:を|の)(?:お伺い|お願い(?:でき|いたし|します))
    | (?:いたし|致し)ましょうか[?。]*$
    | よろしい(?:です|でしょう)か[?。]*$
    """,
    re.VERBOSE,
)
FAQ = FaqWords(
    generating={
        "title": (
            "下のFAQの題名と同じことを尋ねる、別の言い方の質問を{n}個作ってください。"
            "語や文の形を変え、意味は変えないこと。題名を写さないこと。"
        ),
        "answer": (
            "下のFAQの本文を読み、そこに答えが書いてある質問を{n}個作ってください。本文のいろいろな箇所から作ること。"
            "本文にないことは尋ねないこと。FAQを見ていない人にも何の話か分かる質問にすること。"
        ),
        "user": (
            "あなたの仕事は、下のFAQにたどり着く利用者が検索欄に書きそうな質問を{n}個考えることです。次の六つを守ってください。\n"
            "1. FAQを見ていない人が読んでも、質問だけで意味が分かる。\n"
            "2. このFAQだけで、すべて答えられる。\n"
            "3. 難しさは中くらい。題名の丸写しでも、本文の隅をつつくものでもない。\n"
            "4. 筋が通っていて、人が理解して答えられる。\n"
            "5. 実際の利用者が問い合わせるときの言葉で書く。例えば{phrases}のように。\n"
            "6. 短く簡潔に書く。"
        ),
    },
    phrases=("ログインできない", "退会したい", "届いた商品が壊れてた", "領収書ってもらえる？", "登録 変更 やり方"),
    shown="# FAQ\n題名: {title}\n本文: {body}",
    form="1行に1問ずつ、番号や説明を付けずに、質問だけを書いてください。",
    again="質問の一覧として読めませんでした。質問だけを、1行に1問ずつ書いてください。",
    checking=(
        "作った質問には、よくある失敗があります。次の質問それぞれについて、当てはまるかどうかをJSONで答えてください。\n"
        "viewpoint: 利用者が知りたいことを尋ねているのではなく、窓口の担当者が利用者に状況を尋ねる質問になっている"
        "（例: 「お使いの端末は何ですか」「最新版になっていますか」）。\n"
        "inconsistency: 答えがこのFAQに書かれていない、またはFAQの範囲を外れている。一般の知識で答えられても、FAQになければ当てはまる。\n"
        "not_alone: FAQを見ずに質問だけを読むと、何についての質問か分からない。\n\n{queries}"
    ),
    pairing=(
        "下の二つのFAQの両方を読まないと答えられない質問を{n}個作ってください。"
        "利用者が一つの事情の中で実際に持ちそうな質問にし、二つの質問を「また」「それと」でつないだだけにはしないこと。"
        "片方だけでは答えの半分しか分からないこと。利用者の言葉で、短く書くこと。"
    ),
    checking_alone=(
        "次のFAQだけを読んで、下の質問それぞれに、すべて答えられますか。一部しか答えられなければ、答えられないとします。"
        "一般の知識は使わず、書かれていることだけで判断し、JSONで答えてください。\n\n{queries}"
    ),
    labels=("質問", "問", "クエリ", "想定質問", "例", "回答"),
    polite=substituting(
        (r"((?:どんな|どの|何の)[^、。]+|いつ|どこ|どれ|だれ|誰|何)[?？。]*$", r"\1でしょうか"),
        (r"でしょうか[?？。]*$", "でしょうか、教えていただけますか"),
        (r"ですか[?？。]*$", "でしょうか"),
        (r"ますか[?？。]*$", "ますでしょうか"),
        (
            r"(たい|ない|った|いた|いだ|した|えた|れた|めた|けた|げた|ちた|んだ|いない)[?？。]*$",
            r"\1のですが、どうすればよいですか",
        ),
        (r"(とき|場合|際)(?:は|に|には)?[?？。]*$", r"\1はどうすればよいでしょうか"),
        (r"には[?？。]*$", "にはどうすればよいでしょうか"),
        (r"(?<=[一-龠ァ-ヶーa-z0-9])[?？。]*$", "について教えてください"),
    ),
    plain=_plain,
    short=_short,
    unconverted=_unconverted,
    asks=_asks,
    droppable=frozenset("をはがにへ"),
    synonyms=(
        ("パソコン", "pc"),
        ("スマートフォン", "スマホ"),
        ("携帯電話", "ケータイ"),
        ("メールアドレス", "メアド"),
        ("クレジットカード", "クレカ"),
        ("コンビニエンスストア", "コンビニ"),
        ("アプリケーション", "アプリ"),
        ("インターネット", "ネット"),
        ("テレビ", "tv"),
        ("アルバイト", "バイト"),
        ("方法", "やり方", "手順"),
        ("費用", "お金"),
        ("料金", "値段"),
        ("締め切り", "期限"),
        ("休暇", "休み"),
        ("有給休暇", "有給"),
        ("給与", "給料"),
        ("賞与", "ボーナス"),
        ("自宅", "家"),
        ("引っ越し", "転居"),
        ("写真", "画像"),
        ("在宅勤務", "テレワーク"),
        ("印刷", "プリント"),
        ("健康診断", "健診"),
        ("医師", "医者"),
        ("住居", "家"),
        ("子供", "子ども"),
        ("問い合わせ", "連絡"),
    ),
    about="{topic}は、{question}",
    both="{one}。それと、{other}",
    operator=_OPERATOR,
    dangling=re.compile(
        r"^(?:それ|これ|あれ|その|この|あの|そこ|ここ|上記|前述|同じ|他に|ほかに|また)|上記の|前述の|このfaq|この記事|この場合|その場合|本文"
    ),
    wanted={
        "amount": (
            re.compile(r"いくら|何円|料金は|費用は|値段"),
            re.compile(r"[0-9](?:円|万|%)|無料|有料|自己負担|負担|全額|かかりません|不要"),
        ),
        "time": (
            re.compile(r"いつ|何時|期限|締め?切"),
            re.compile(r"[0-9]+ ?(?:時|日|月|年|分|週)|毎[日週月年]|翌|当日|前日|以内|まで|すぐ|即|後に|前に|随時|曜"),
        ),
        "length": (
            re.compile(r"どのくらい|どれくらい|何(?:日間|時間|分|か月|ヶ月|年間|週間)"),
            re.compile(r"[0-9]|すぐ|即|数日"),
        ),
        "count": (
            re.compile(r"何(?:回|人|名|個|枚|件|文字|桁|台|点|つ)|いくつ"),
            re.compile(r"[0-9一二三四五六七八九十]"),
        ),
        "whom": (
            re.compile(r"電話番号|連絡先|問い合わせ先|内線"),
            re.compile(r"[0-9]{3,}|窓口|連絡|@|フォーム|課|部|センター"),
        ),
    },
)
