-- Logins stay valid: the cookie keeps the token, of which only the hash is stored from now on.
UPDATE "logins" SET "token" = encode(sha256(convert_to("token", 'UTF8')), 'hex');
