CREATE TABLE "audit_log" (
	"n" bigint PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"action" text NOT NULL,
	"body" text NOT NULL,
	"prev" text NOT NULL,
	"hash" text NOT NULL,
	"actor" text GENERATED ALWAYS AS ((body::jsonb ->> 'actor')) STORED,
	"object" text GENERATED ALWAYS AS ((body::jsonb ->> 'object')) STORED
);
--> statement-breakpoint
ALTER TABLE "installation_keys" ADD COLUMN "exported_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor","n");--> statement-breakpoint
CREATE INDEX "audit_log_object" ON "audit_log" USING btree ("object","n");--> statement-breakpoint
CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_log" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
