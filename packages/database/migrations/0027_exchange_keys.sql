CREATE TABLE "exchange_keys" (
	"connection_id" uuid PRIMARY KEY NOT NULL,
	"api_key" "bytea",
	"api_secret" "bytea",
	"masked_key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"refused_at" timestamp with time zone,
	"warning" text
);
--> statement-breakpoint
CREATE TABLE "installation_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"fingerprint" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"state" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "venue_balances" (
	"account_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"total" double precision NOT NULL,
	"available" double precision NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "venue_balances_account_id_currency_pk" PRIMARY KEY("account_id","currency")
);
--> statement-breakpoint
CREATE TABLE "venue_cursors" (
	"account_id" uuid NOT NULL,
	"instrument_id" text NOT NULL,
	"cursor" text NOT NULL,
	CONSTRAINT "venue_cursors_account_id_instrument_id_pk" PRIMARY KEY("account_id","instrument_id")
);
--> statement-breakpoint
ALTER TABLE "broker_connections" DROP CONSTRAINT "broker_connections_type";--> statement-breakpoint
ALTER TABLE "broker_connections" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "exchange_keys" ADD CONSTRAINT "exchange_keys_connection_id_broker_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."broker_connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "venue_balances" ADD CONSTRAINT "venue_balances_account_id_trading_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."trading_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "venue_cursors" ADD CONSTRAINT "venue_cursors_account_id_trading_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."trading_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "installation_keys_active" ON "installation_keys" USING btree ("state") WHERE "installation_keys"."state" = 'active';--> statement-breakpoint
ALTER TABLE "broker_connections" ADD CONSTRAINT "broker_connections_type" CHECK ("broker_connections"."type" in ('paper', 'live', 'practice'));