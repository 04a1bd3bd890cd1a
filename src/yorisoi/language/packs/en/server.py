"""What the server says in English."""

from yorisoi.language.server_words import ServerWords

SERVER = ServerWords(
    errors={
        "invalid": "The request cannot be taken: {detail}",
        "not_json": "The request is not valid JSON.",
        "host_unknown": "This server is not known under that host name; its administrator can add it to server.names.",
        "not_signed_in": "Please sign in, or send a valid key.",
        "wrong_password": "The name or the password is not right.",
        "provider_refused": "Signing in with the provider did not work: {detail}",
        "other_origin": "The request comes from another web page and is refused.",
        "not_allowed": "This needs the role {role}.",
        "not_found": "There is nothing of that name here: {detail}",
        "no_such_path": "There is nothing at this address.",
        "wrong_method": "This address does not take that method.",
        "conflict": "The store refuses: {detail}",
        "store_failed": "The store cannot be used now: {detail}",
        "too_large": "The request is too large; at most {limit} bytes are taken.",
        "too_many": "Too many requests at once; please try again in a moment.",
        "failed": "Something went wrong in the server; it is in its log.",
        "backend": "A model or an index failed: {detail}",
        "not_ready": "The server is still getting ready; please try again in a moment.",
        "too_slow": "That took too long and was given up.",
        "backend_unavailable": "A model or an index cannot be reached now: {detail}",
    },
    sources="Sources",
    reduced="not done in full: {step} ({reason})",
)
