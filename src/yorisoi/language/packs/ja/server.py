"""サーバが日本語で言うこと。"""

from yorisoi.language.server_words import ServerWords

SERVER = ServerWords(
    errors={
        "invalid": "リクエストを受け付けられません: {detail}",
        "not_json": "リクエストが正しい JSON ではありません。",
        "host_unknown": "このホスト名では受け付けていません。管理者が server.names に加えられます。",
        "not_signed_in": "ログインするか、有効なキーを送ってください。",
        "wrong_password": "名前またはパスワードが正しくありません。",
        "provider_refused": "ログイン先でログインできませんでした：{detail}",
        "other_origin": "別のウェブページからのリクエストのため、お断りします。",
        "not_allowed": "この操作には {role} の権限が必要です。",
        "not_found": "見つかりません: {detail}",
        "no_such_path": "この URL には何もありません。",
        "wrong_method": "この URL はそのメソッドを受け付けません。",
        "conflict": "保存先が受け付けません: {detail}",
        "store_failed": "ストアを今は使えません: {detail}",
        "too_large": "リクエストが大きすぎます。上限は {limit} バイトです。",
        "too_many": "同時のリクエストが多すぎます。少し待ってからもう一度お試しください。",
        "failed": "サーバで問題が起きました。詳細はサーバのログにあります。",
        "backend": "モデルまたは索引でエラーが起きました: {detail}",
        "not_ready": "サーバは準備中です。少し待ってからもう一度お試しください。",
        "too_slow": "時間がかかりすぎたため、中止しました。",
        "backend_unavailable": "モデルまたは索引に今は接続できません: {detail}",
    },
    sources="出典",
    reduced="一部を省きました: {step}（{reason}）",
)
