-- The journal of an account that is gone may be forgotten after years, and nothing else ever.
CREATE FUNCTION "refuse_forgetting"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF old."at" > now() - interval '1 year' OR EXISTS (SELECT FROM "trading_accounts" WHERE "id" = old."account_id") THEN
		RAISE EXCEPTION 'Rows of % are never changed', TG_TABLE_NAME;
	END IF;
	RETURN old;
END $$;--> statement-breakpoint
DROP TRIGGER "append_only" ON "journal";--> statement-breakpoint
CREATE TRIGGER "append_only" BEFORE UPDATE OR TRUNCATE ON "journal" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
CREATE TRIGGER "forgotten_late" BEFORE DELETE ON "journal" FOR EACH ROW EXECUTE FUNCTION "refuse_forgetting"();
