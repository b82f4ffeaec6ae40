CREATE TABLE "backtest_tables" (
	"backtest_id" uuid PRIMARY KEY NOT NULL,
	"spread_by_hour" jsonb,
	"funding_rates" jsonb
);
--> statement-breakpoint
ALTER TABLE "backtests" ADD COLUMN "tables" jsonb;--> statement-breakpoint
ALTER TABLE "backtest_tables" ADD CONSTRAINT "backtest_tables_backtest_id_backtests_id_fk" FOREIGN KEY ("backtest_id") REFERENCES "public"."backtests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Runs of before the spread was a model took what the data had.
UPDATE "backtests" SET "models" = "models" || '{"spread": {"model": "data"}}'::jsonb WHERE NOT "models" ? 'spread';
