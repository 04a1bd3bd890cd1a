"""Which script a character belongs to, as regular expressions."""

import re

HIRAGANA = "\u3041-\u309f"
KATAKANA = "\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\uff66-\uff9d"
HAN = "\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
CJK = HAN + HIRAGANA + KATAKANA

hiragana = re.compile(f"[{HIRAGANA}]")
kana_run = re.compile(f"[{HIRAGANA}{KATAKANA}]+")
han_run = re.compile(f"[{HAN}]+")
cjk = re.compile(f"[{CJK}]")
cjk_run = re.compile(f"[{CJK}]+")
latin_word = re.compile("[A-Za-z\u00c0-\u024fＡ-Ｚａ-ｚ]+")
other_letter = re.compile(f"[^\\W\\d_A-Za-z\u00aa-\u024fＡ-Ｚａ-ｚ{CJK}]")
"""A letter of any script but Latin, Han and Kana: Hangul, Cyrillic, Thai, ..."""
