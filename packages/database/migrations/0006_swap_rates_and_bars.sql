ALTER TABLE "backtest_tables" ADD COLUMN "swap_rates" jsonb;--> statement-breakpoint
ALTER TABLE "backtests" ADD COLUMN "bar_interval" text;