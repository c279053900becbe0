-- A session token is stored as its SHA-256, so that the cookies of users stay valid. A hash has 64 characters, a token 32.
UPDATE identity_sessions SET token = encode(sha256(convert_to(token, 'UTF8')), 'hex') WHERE length(token) <> 64;
