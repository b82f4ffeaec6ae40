CREATE TYPE "public"."verification_status" AS ENUM('Queued', 'In Progress', 'Verified', 'Differs', 'Failed');--> statement-breakpoint
CREATE TABLE "backtest_verifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"backtest_id" uuid,
	"bundle" "bytea",
	"name" text DEFAULT '' NOT NULL,
	"status" "verification_status" DEFAULT 'Queued' NOT NULL,
	"differences" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"engine_version" text,
	"result_hash" text,
	"ledger_hash" text,
	"detail" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "chart_snapshots" (
	"filename" text PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"image" "bytea" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"is_kept" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chart_snapshots_filename" CHECK ("chart_snapshots"."filename" ~ '^[A-Za-z0-9_-]{22}\.png$')
);
--> statement-breakpoint
CREATE TABLE "drawings" (
	"user_id" uuid NOT NULL,
	"instrument_id" text NOT NULL,
	"items" jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "drawings_user_id_instrument_id_pk" PRIMARY KEY("user_id","instrument_id")
);
--> statement-breakpoint
ALTER TABLE "backtests" ADD COLUMN "ledger_hash" text;--> statement-breakpoint
ALTER TABLE "backtests" ADD COLUMN "units" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "backtests" ADD COLUMN "units_month" date;--> statement-breakpoint
ALTER TABLE "backtests" ADD COLUMN "units_refunded_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "backtests" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "backtests" ADD COLUMN "is_starred" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "backtests" ADD COLUMN "rerun_of" uuid;--> statement-breakpoint
ALTER TABLE "backtest_verifications" ADD CONSTRAINT "backtest_verifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backtest_verifications" ADD CONSTRAINT "backtest_verifications_backtest_id_backtests_id_fk" FOREIGN KEY ("backtest_id") REFERENCES "public"."backtests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chart_snapshots" ADD CONSTRAINT "chart_snapshots_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drawings" ADD CONSTRAINT "drawings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "backtest_verifications_backtest" ON "backtest_verifications" USING btree ("backtest_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "backtest_verifications_user" ON "backtest_verifications" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "backtest_verifications_unfinished" ON "backtest_verifications" USING btree ("backtest_id") WHERE "backtest_verifications"."status" in ('Queued', 'In Progress');--> statement-breakpoint
CREATE INDEX "chart_snapshots_user" ON "chart_snapshots" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "chart_snapshots_previews" ON "chart_snapshots" USING btree ("created_at") WHERE not "chart_snapshots"."is_kept";--> statement-breakpoint
ALTER TABLE "backtests" ADD CONSTRAINT "backtests_rerun_of_backtests_id_fk" FOREIGN KEY ("rerun_of") REFERENCES "public"."backtests"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "backtests_starred" ON "backtests" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "backtests"."is_starred";--> statement-breakpoint
CREATE INDEX "backtests_rerun_of" ON "backtests" USING btree ("rerun_of");--> statement-breakpoint
ALTER TABLE "backtests" ADD CONSTRAINT "backtests_units" CHECK ("backtests"."units" >= 0);--> statement-breakpoint
ALTER TABLE "backtests" ADD CONSTRAINT "backtests_note" CHECK (length("backtests"."note") <= 2000);--> statement-breakpoint
ALTER TABLE "unit_usage" ADD CONSTRAINT "unit_usage_used" CHECK ("unit_usage"."used" >= 0);--> statement-breakpoint
ALTER TABLE "unit_usage" ADD CONSTRAINT "unit_usage_credited" CHECK ("unit_usage"."credited" >= 0);