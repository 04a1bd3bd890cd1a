"""服务器用中文说的话。"""

from yorisoi.language.server_words import ServerWords

SERVER = ServerWords(
    errors={
        "invalid": "无法接受该请求：{detail}",
        "not_json": "请求不是有效的 JSON。",
        "host_unknown": "服务器不以该主机名提供服务；管理员可将其加入 server.names。",
        "not_signed_in": "请登录，或发送有效的密钥。",
        "wrong_password": "用户名或密码不正确。",
        "provider_refused": "登录服务未能完成登录：{detail}",
        "other_origin": "该请求来自其他网页，已被拒绝。",
        "not_allowed": "此操作需要 {role} 权限。",
        "not_found": "没有找到：{detail}",
        "no_such_path": "该地址没有内容。",
        "wrong_method": "该地址不接受此方法。",
        "conflict": "存储拒绝了请求：{detail}",
        "store_failed": "目前无法使用存储：{detail}",
        "too_large": "请求过大，最多接受 {limit} 字节。",
        "too_many": "同时的请求过多，请稍后再试。",
        "failed": "服务器出现问题，详情见服务器日志。",
        "backend": "模型或索引出错：{detail}",
        "not_ready": "服务器正在准备中，请稍后再试。",
        "too_slow": "耗时过长，已中止。",
        "backend_unavailable": "目前无法连接模型或索引：{detail}",
    },
    sources="出处",
    reduced="部分步骤未完成：{step}（{reason}）",
)
