CREATE TABLE "arbitrage_attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"placed_by" uuid NOT NULL,
	"key" text NOT NULL,
	"buy_account_id" uuid NOT NULL,
	"sell_account_id" uuid NOT NULL,
	"buy_intent_id" uuid NOT NULL,
	"sell_intent_id" uuid NOT NULL,
	"is_simulated" boolean NOT NULL,
	"expected" jsonb NOT NULL,
	"conversion" numeric NOT NULL,
	"max_loss" numeric NOT NULL,
	"buy_rate" numeric NOT NULL,
	"sell_rate" numeric NOT NULL,
	"policy" text NOT NULL,
	"buy_stop" numeric,
	"sell_stop" numeric,
	"asked_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"buy_ready_at" timestamp with time zone,
	"sell_ready_at" timestamp with time zone,
	"go_at" timestamp with time zone,
	"buy_late" numeric,
	"sell_late" numeric,
	"ended_at" timestamp with time zone,
	"outcome" text,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "attempt_requests" (
	"intent_id" uuid PRIMARY KEY NOT NULL,
	"attempt_id" uuid NOT NULL,
	"leg" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "arbitrage_attempts" ADD CONSTRAINT "arbitrage_attempts_buy_account_id_trading_accounts_id_fk" FOREIGN KEY ("buy_account_id") REFERENCES "public"."trading_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "arbitrage_attempts" ADD CONSTRAINT "arbitrage_attempts_sell_account_id_trading_accounts_id_fk" FOREIGN KEY ("sell_account_id") REFERENCES "public"."trading_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "arbitrage_attempts" ADD CONSTRAINT "arbitrage_attempts_buy_intent_id_intents_id_fk" FOREIGN KEY ("buy_intent_id") REFERENCES "public"."intents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "arbitrage_attempts" ADD CONSTRAINT "arbitrage_attempts_sell_intent_id_intents_id_fk" FOREIGN KEY ("sell_intent_id") REFERENCES "public"."intents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempt_requests" ADD CONSTRAINT "attempt_requests_intent_id_intents_id_fk" FOREIGN KEY ("intent_id") REFERENCES "public"."intents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempt_requests" ADD CONSTRAINT "attempt_requests_attempt_id_arbitrage_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."arbitrage_attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "arbitrage_attempts_key" ON "arbitrage_attempts" USING btree ("placed_by","key");--> statement-breakpoint
CREATE INDEX "arbitrage_attempts_open" ON "arbitrage_attempts" USING btree ("id") WHERE "arbitrage_attempts"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "arbitrage_attempts_buy" ON "arbitrage_attempts" USING btree ("buy_account_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "arbitrage_attempts_sell" ON "arbitrage_attempts" USING btree ("sell_account_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "attempt_requests_attempt" ON "attempt_requests" USING btree ("attempt_id");