CREATE TABLE "drills" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"instrument_id" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"quantity" numeric NOT NULL,
	"fall" numeric NOT NULL,
	"planned" numeric,
	"owner" uuid,
	"started_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"taken_over_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"end" text,
	"problem" text
);
--> statement-breakpoint
ALTER TABLE "drills" ADD CONSTRAINT "drills_account_id_trading_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."trading_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "drills_running" ON "drills" USING btree ("account_id") WHERE "drills"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "drills_account" ON "drills" USING btree ("account_id","asked_at" DESC NULLS LAST);