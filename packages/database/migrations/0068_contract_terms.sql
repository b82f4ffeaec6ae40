CREATE TABLE "contract_terms" (
	"account_id" uuid NOT NULL,
	"instrument_id" text NOT NULL,
	"leverage" numeric NOT NULL,
	"is_isolated" boolean NOT NULL,
	CONSTRAINT "contract_terms_account_id_instrument_id_pk" PRIMARY KEY("account_id","instrument_id")
);
--> statement-breakpoint
ALTER TABLE "contract_terms" ADD CONSTRAINT "contract_terms_account_id_trading_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."trading_accounts"("id") ON DELETE cascade ON UPDATE no action;