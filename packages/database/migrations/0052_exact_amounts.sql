-- Each value stays as it was printed: a plain cast would round it to 15 digits.
SET LOCAL extra_float_digits = 1;
--> statement-breakpoint
ALTER TABLE "account_control"
  ALTER COLUMN "reference_result" SET DATA TYPE numeric USING "reference_result"::text::numeric;
--> statement-breakpoint
ALTER TABLE "fills"
  ALTER COLUMN "order_price" SET DATA TYPE numeric USING "order_price"::text::numeric,
  ALTER COLUMN "quantity" SET DATA TYPE numeric USING "quantity"::text::numeric,
  ALTER COLUMN "received" SET DATA TYPE numeric USING "received"::text::numeric,
  ALTER COLUMN "price" SET DATA TYPE numeric USING "price"::text::numeric,
  ALTER COLUMN "fee" SET DATA TYPE numeric USING "fee"::text::numeric,
  ALTER COLUMN "profit" DROP DEFAULT,
  ALTER COLUMN "profit" SET DATA TYPE numeric USING "profit"::text::numeric,
  ALTER COLUMN "profit" SET DEFAULT 0,
  ALTER COLUMN "decision_mid" SET DATA TYPE numeric USING "decision_mid"::text::numeric,
  ALTER COLUMN "bid" SET DATA TYPE numeric USING "bid"::text::numeric,
  ALTER COLUMN "ask" SET DATA TYPE numeric USING "ask"::text::numeric;
--> statement-breakpoint
ALTER TABLE "intents"
  ALTER COLUMN "filled" DROP DEFAULT,
  ALTER COLUMN "filled" SET DATA TYPE numeric USING "filled"::text::numeric,
  ALTER COLUMN "filled" SET DEFAULT 0,
  ALTER COLUMN "average" SET DATA TYPE numeric USING "average"::text::numeric;
--> statement-breakpoint
ALTER TABLE "positions"
  ALTER COLUMN "quantity" SET DATA TYPE numeric USING "quantity"::text::numeric,
  ALTER COLUMN "open_price" SET DATA TYPE numeric USING "open_price"::text::numeric,
  ALTER COLUMN "close_price" SET DATA TYPE numeric USING "close_price"::text::numeric,
  ALTER COLUMN "stop_loss" SET DATA TYPE numeric USING "stop_loss"::text::numeric,
  ALTER COLUMN "take_profit" SET DATA TYPE numeric USING "take_profit"::text::numeric,
  ALTER COLUMN "trailing_stop" SET DATA TYPE numeric USING "trailing_stop"::text::numeric,
  ALTER COLUMN "trailing_best" SET DATA TYPE numeric USING "trailing_best"::text::numeric,
  ALTER COLUMN "open_half_spread" DROP DEFAULT,
  ALTER COLUMN "open_half_spread" SET DATA TYPE numeric USING "open_half_spread"::text::numeric,
  ALTER COLUMN "open_half_spread" SET DEFAULT 0,
  ALTER COLUMN "open_slippage" DROP DEFAULT,
  ALTER COLUMN "open_slippage" SET DATA TYPE numeric USING "open_slippage"::text::numeric,
  ALTER COLUMN "open_slippage" SET DEFAULT 0,
  ALTER COLUMN "profit" DROP DEFAULT,
  ALTER COLUMN "profit" SET DATA TYPE numeric USING "profit"::text::numeric,
  ALTER COLUMN "profit" SET DEFAULT 0,
  ALTER COLUMN "pips" DROP DEFAULT,
  ALTER COLUMN "pips" SET DATA TYPE numeric USING "pips"::text::numeric,
  ALTER COLUMN "pips" SET DEFAULT 0,
  ALTER COLUMN "spread_cost" DROP DEFAULT,
  ALTER COLUMN "spread_cost" SET DATA TYPE numeric USING "spread_cost"::text::numeric,
  ALTER COLUMN "spread_cost" SET DEFAULT 0,
  ALTER COLUMN "slippage_cost" DROP DEFAULT,
  ALTER COLUMN "slippage_cost" SET DATA TYPE numeric USING "slippage_cost"::text::numeric,
  ALTER COLUMN "slippage_cost" SET DEFAULT 0,
  ALTER COLUMN "commission" DROP DEFAULT,
  ALTER COLUMN "commission" SET DATA TYPE numeric USING "commission"::text::numeric,
  ALTER COLUMN "commission" SET DEFAULT 0,
  ALTER COLUMN "interest" DROP DEFAULT,
  ALTER COLUMN "interest" SET DATA TYPE numeric USING "interest"::text::numeric,
  ALTER COLUMN "interest" SET DEFAULT 0,
  ALTER COLUMN "funding_cost" DROP DEFAULT,
  ALTER COLUMN "funding_cost" SET DATA TYPE numeric USING "funding_cost"::text::numeric,
  ALTER COLUMN "funding_cost" SET DEFAULT 0,
  ALTER COLUMN "used_margin" DROP DEFAULT,
  ALTER COLUMN "used_margin" SET DATA TYPE numeric USING "used_margin"::text::numeric,
  ALTER COLUMN "used_margin" SET DEFAULT 0;
--> statement-breakpoint
ALTER TABLE "sessions"
  ALTER COLUMN "initial_balance" SET DATA TYPE numeric USING "initial_balance"::text::numeric;
--> statement-breakpoint
ALTER TABLE "trading_accounts"
  ALTER COLUMN "initial_balance" SET DATA TYPE numeric USING "initial_balance"::text::numeric,
  ALTER COLUMN "balance" SET DATA TYPE numeric USING "balance"::text::numeric;
--> statement-breakpoint
ALTER TABLE "venue_balances"
  ALTER COLUMN "total" SET DATA TYPE numeric USING "total"::text::numeric,
  ALTER COLUMN "available" SET DATA TYPE numeric USING "available"::text::numeric;
--> statement-breakpoint
ALTER TABLE "venue_orders"
  ALTER COLUMN "quantity" SET DATA TYPE numeric USING "quantity"::text::numeric,
  ALTER COLUMN "filled" DROP DEFAULT,
  ALTER COLUMN "filled" SET DATA TYPE numeric USING "filled"::text::numeric,
  ALTER COLUMN "filled" SET DEFAULT 0,
  ALTER COLUMN "average" SET DATA TYPE numeric USING "average"::text::numeric,
  ALTER COLUMN "limit_price" SET DATA TYPE numeric USING "limit_price"::text::numeric,
  ALTER COLUMN "stop_price" SET DATA TYPE numeric USING "stop_price"::text::numeric,
  ALTER COLUMN "stop_loss" SET DATA TYPE numeric USING "stop_loss"::text::numeric,
  ALTER COLUMN "take_profit" SET DATA TYPE numeric USING "take_profit"::text::numeric,
  ALTER COLUMN "trailing_stop" SET DATA TYPE numeric USING "trailing_stop"::text::numeric,
  ALTER COLUMN "stop_loss_distance" SET DATA TYPE numeric USING "stop_loss_distance"::text::numeric,
  ALTER COLUMN "take_profit_distance" SET DATA TYPE numeric USING "take_profit_distance"::text::numeric;
