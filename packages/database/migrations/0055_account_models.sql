ALTER TABLE "trading_accounts" ADD COLUMN "model" text;--> statement-breakpoint
-- Until now, all venues were spot markets; on paper each opening trade is a position of its own.
UPDATE "trading_accounts" SET "model" = CASE WHEN "venue" = 'paper' THEN 'hedging' ELSE 'spot' END;--> statement-breakpoint
ALTER TABLE "trading_accounts" ALTER COLUMN "model" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "trading_accounts" ADD CONSTRAINT "trading_accounts_model" CHECK ("trading_accounts"."model" in ('spot', 'netting', 'hedging'));--> statement-breakpoint
CREATE OR REPLACE FUNCTION open_paper_account(of_user uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	connection uuid := gen_random_uuid();
	account uuid := gen_random_uuid();
BEGIN
	INSERT INTO "broker_connections" ("id", "user_id", "type", "broker") VALUES (connection, "of_user", 'paper', 'PAPER');
	INSERT INTO "trading_accounts" ("id", "connection_id", "user_id", "venue", "account_no", "model", "currency", "initial_balance", "balance")
		VALUES (account, connection, "of_user", 'paper', 'PAPER-' || upper(left(replace(account::text, '-', ''), 8)), 'hedging', 'USD', 10000, 10000);
	INSERT INTO "account_control" ("account_id") VALUES (account);
END $$;
