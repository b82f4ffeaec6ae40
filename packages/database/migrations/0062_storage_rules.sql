CREATE TABLE "kept_ticks" (
	"instrument_id" text PRIMARY KEY NOT NULL,
	"kept_by" uuid,
	"kept_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "retention_rules" (
	"kind" text PRIMARY KEY NOT NULL,
	"days" integer,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_by" uuid,
	CONSTRAINT "retention_rules_days" CHECK ("retention_rules"."days" > 0)
);
--> statement-breakpoint
ALTER TABLE "kept_ticks" ADD CONSTRAINT "kept_ticks_kept_by_users_id_fk" FOREIGN KEY ("kept_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention_rules" ADD CONSTRAINT "retention_rules_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;