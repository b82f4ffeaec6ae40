ALTER TABLE "account_control" ADD COLUMN "holder" text;--> statement-breakpoint
ALTER TABLE "account_control" ADD COLUMN "daily_loss" double precision;--> statement-breakpoint
ALTER TABLE "account_control" ADD COLUMN "reference_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "account_control" ADD COLUMN "reference_result" double precision;--> statement-breakpoint
ALTER TABLE "account_control" ADD CONSTRAINT "account_control_daily_loss" CHECK ("account_control"."daily_loss" > 0);