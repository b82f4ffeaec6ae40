CREATE TABLE "list_stamps" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"algorithms" bigint NOT NULL,
	"backtests" bigint NOT NULL
);
--> statement-breakpoint
DROP INDEX "algorithms_user";--> statement-breakpoint
DROP INDEX "algorithms_shared";--> statement-breakpoint
DROP INDEX "backtests_user";--> statement-breakpoint
DROP INDEX "backtests_algorithm";--> statement-breakpoint
CREATE INDEX "algorithm_versions_shared" ON "algorithm_versions" USING btree ("algorithm_id","shared","id");--> statement-breakpoint
CREATE INDEX "backtests_version" ON "backtests" USING btree ("algorithm_version_id","user_id");--> statement-breakpoint
CREATE INDEX "algorithms_user" ON "algorithms" USING btree ("user_id","updated_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "algorithms_shared" ON "algorithms" USING btree ("shared","updated_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "backtests_user" ON "backtests" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "backtests_algorithm" ON "backtests" USING btree ("algorithm_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
-- Every transaction that changes a list puts its own number there, once. The row is locked from then until the
-- transaction ends, so the triggers are deferred to its end, and the row of a user is always locked before that of all.
CREATE FUNCTION "stamp_lists"("of_user" uuid, "of_algorithms" boolean, "of_backtests" boolean) RETURNS void LANGUAGE sql AS $$
	INSERT INTO "list_stamps" AS kept VALUES ("of_user", pg_current_xact_id()::text::bigint, pg_current_xact_id()::text::bigint)
	ON CONFLICT ("user_id") DO UPDATE SET
		"algorithms" = CASE WHEN "of_algorithms" THEN excluded."algorithms" ELSE kept."algorithms" END,
		"backtests" = CASE WHEN "of_backtests" THEN excluded."backtests" ELSE kept."backtests" END
	WHERE ("of_algorithms" AND kept."algorithms" <> excluded."algorithms")
		OR ("of_backtests" AND kept."backtests" <> excluded."backtests")
$$;
--> statement-breakpoint
CREATE FUNCTION "stamp_everybody"() RETURNS void LANGUAGE sql AS $$
	SELECT "stamp_lists"('00000000-0000-0000-0000-000000000000', true, false)
$$;
--> statement-breakpoint
CREATE FUNCTION "stamp_algorithm"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- A clone whose origin is deleted belongs to somebody else: only the stamp of everybody changes, in the same order.
	IF TG_OP = 'UPDATE' THEN
		IF new."cloned_from_algorithm" IS NOT DISTINCT FROM old."cloned_from_algorithm" THEN
			PERFORM "stamp_lists"(new."user_id", true, true);
		END IF;
		IF old."shared" OR new."shared" OR old."name" <> new."name"
			OR new."cloned_from_algorithm" IS DISTINCT FROM old."cloned_from_algorithm" THEN
			PERFORM "stamp_everybody"();
		END IF;
	ELSIF TG_OP = 'INSERT' THEN
		PERFORM "stamp_lists"(new."user_id", true, true);
		IF new."shared" OR new."cloned_from_algorithm" IS NOT NULL THEN PERFORM "stamp_everybody"(); END IF;
	ELSE
		PERFORM "stamp_lists"(old."user_id", true, true);
		PERFORM "stamp_everybody"();
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- When the algorithm is gone too, its own trigger has stamped the lists.
CREATE FUNCTION "stamp_version"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	version "algorithm_versions" := coalesce(new, old);
	algorithm "algorithms";
BEGIN
	SELECT * INTO algorithm FROM "algorithms" WHERE "id" = version."algorithm_id";
	IF NOT FOUND THEN RETURN NULL; END IF;
	PERFORM "stamp_lists"(algorithm."user_id", true, true);
	IF algorithm."shared" THEN PERFORM "stamp_everybody"(); END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "stamp_check"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	found_check "version_checks" := coalesce(new, old);
	owner uuid;
	is_shared boolean;
BEGIN
	SELECT a."user_id", a."shared" AND v."shared" INTO owner, is_shared
	FROM "algorithm_versions" v JOIN "algorithms" a ON a."id" = v."algorithm_id" WHERE v."id" = found_check."version_id";
	IF NOT FOUND THEN RETURN NULL; END IF;
	PERFORM "stamp_lists"(owner, true, false);
	IF is_shared THEN PERFORM "stamp_everybody"(); END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- Lists of algorithms show how many backtests there are, and nothing else of them.
CREATE FUNCTION "stamp_backtest"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	backtest "backtests" := coalesce(new, old);
	is_public boolean;
BEGIN
	PERFORM "stamp_lists"(backtest."user_id", TG_OP <> 'UPDATE', true);
	IF TG_OP = 'UPDATE' THEN RETURN NULL; END IF;
	SELECT a."shared" AND v."shared" OR a."user_id" <> backtest."user_id" INTO is_public
	FROM "algorithm_versions" v JOIN "algorithms" a ON a."id" = v."algorithm_id" WHERE v."id" = backtest."algorithm_version_id";
	IF is_public THEN PERFORM "stamp_everybody"(); END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "stamp_user"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM "stamp_lists"(new."id", true, true);
	PERFORM "stamp_everybody"();
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "algorithms_stamp" AFTER INSERT OR UPDATE OR DELETE ON "algorithms"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "stamp_algorithm"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "algorithm_versions_stamp" AFTER INSERT OR UPDATE OR DELETE ON "algorithm_versions"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "stamp_version"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "version_checks_stamp" AFTER INSERT OR UPDATE OR DELETE ON "version_checks"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "stamp_check"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "backtests_stamp" AFTER INSERT OR UPDATE OR DELETE ON "backtests"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "stamp_backtest"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "users_stamp" AFTER UPDATE OF "display_username" ON "users"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "stamp_user"();
