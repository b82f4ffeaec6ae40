CREATE TABLE "session_progress" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"row_no" bigint,
	"intent_count" integer NOT NULL,
	"input_count" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "session_progress" ADD CONSTRAINT "session_progress_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
INSERT INTO "session_progress" SELECT "id", "row_no", "intent_count", "input_count" FROM "sessions";--> statement-breakpoint
ALTER TABLE "sessions" DROP COLUMN "first_row";--> statement-breakpoint
ALTER TABLE "sessions" DROP COLUMN "row_no";--> statement-breakpoint
ALTER TABLE "sessions" DROP COLUMN "intent_count";--> statement-breakpoint
ALTER TABLE "sessions" DROP COLUMN "input_count";