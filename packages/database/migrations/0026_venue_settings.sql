CREATE TABLE "venue_settings" (
	"venue_id" text PRIMARY KEY NOT NULL,
	"is_on" boolean DEFAULT false NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_by" uuid,
	"rest_url" text,
	"stream_url" text,
	"ws_api_url" text
);
--> statement-breakpoint
ALTER TABLE "venue_settings" ADD CONSTRAINT "venue_settings_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;