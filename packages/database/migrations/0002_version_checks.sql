CREATE TABLE "version_checks" (
	"version_id" uuid PRIMARY KEY NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"verdict" text,
	"reason" text,
	"findings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"engine_version" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"queued_at" timestamp with time zone DEFAULT now() NOT NULL,
	"checked_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "version_checks" ADD CONSTRAINT "version_checks_version_id_algorithm_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."algorithm_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "version_checks_queue" ON "version_checks" USING btree ("status","queued_at");