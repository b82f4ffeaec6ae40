ALTER TABLE "backtest_results" ALTER COLUMN "metrics" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "backtest_results" ALTER COLUMN "positions" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "backtest_results" ALTER COLUMN "orders" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "backtest_results" ALTER COLUMN "charts" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "backtest_results" ALTER COLUMN "log" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "backtest_results" ADD COLUMN "packed" "bytea";--> statement-breakpoint
ALTER TABLE "backtest_results" ADD COLUMN "analysis" "bytea";