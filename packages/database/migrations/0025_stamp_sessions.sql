-- Lists of algorithms count active sessions.
CREATE FUNCTION "stamp_session"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	session "sessions" := coalesce(new, old);
BEGIN
	PERFORM "stamp_lists"(session."user_id", true, false);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "stamp_session" AFTER INSERT OR UPDATE OF "status", "algorithm_id" OR DELETE ON "sessions"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "stamp_session"();
