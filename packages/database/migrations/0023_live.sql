CREATE TABLE "account_control" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"level" text DEFAULT 'ACTIVE' NOT NULL,
	"epoch" bigint DEFAULT 0 NOT NULL,
	"reason" text,
	"by" text,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"journal_n" bigint DEFAULT 0 NOT NULL,
	"journal_hash" text,
	CONSTRAINT "account_control_level" CHECK ("account_control"."level" in ('ACTIVE', 'NO_NEW', 'REDUCE', 'FLATTEN'))
);
--> statement-breakpoint
CREATE TABLE "broker_connections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"broker" text NOT NULL,
	"connection_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "broker_connections_type" CHECK ("broker_connections"."type" in ('paper'))
);
--> statement-breakpoint
CREATE TABLE "fills" (
	"account_id" uuid NOT NULL,
	"trade_id" text NOT NULL,
	"intent_id" uuid,
	"position_id" uuid,
	"owner" text NOT NULL,
	"instrument_id" text NOT NULL,
	"side" text NOT NULL,
	"order_type" text NOT NULL,
	"order_price" double precision,
	"order_status" text NOT NULL,
	"time" timestamp with time zone NOT NULL,
	"quantity" double precision NOT NULL,
	"price" double precision NOT NULL,
	"fee" double precision NOT NULL,
	"liquidity" text NOT NULL,
	"profit" double precision DEFAULT 0 NOT NULL,
	"reason" text,
	CONSTRAINT "fills_account_id_trade_id_pk" PRIMARY KEY("account_id","trade_id")
);
--> statement-breakpoint
CREATE TABLE "intents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid,
	"no" integer,
	"leg" integer,
	"kind" text NOT NULL,
	"instrument_id" text NOT NULL,
	"payload" jsonb NOT NULL,
	"payload_hash" text NOT NULL,
	"client_id" text NOT NULL,
	"cid" bigint NOT NULL,
	"cid_date" date NOT NULL,
	"row_no" bigint,
	"state" text NOT NULL,
	"epoch" bigint,
	"tick_at" timestamp with time zone,
	"received_at" timestamp with time zone,
	"decided_at" timestamp with time zone NOT NULL,
	"committed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"acknowledged_at" timestamp with time zone,
	"filled_at" timestamp with time zone,
	"fence_at" timestamp with time zone,
	"venue_id" text,
	"filled" double precision DEFAULT 0 NOT NULL,
	"average" double precision,
	"reason" text,
	"ticket_key" text
);
--> statement-breakpoint
CREATE TABLE "journal" (
	"account_id" uuid NOT NULL,
	"n" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"intent_id" uuid,
	"body" text NOT NULL,
	"prev" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "journal_account_id_n_pk" PRIMARY KEY("account_id","n")
);
--> statement-breakpoint
CREATE TABLE "positions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid,
	"broker_id" text NOT NULL,
	"broker" text NOT NULL,
	"instrument_id" text NOT NULL,
	"direction" text NOT NULL,
	"quantity" double precision NOT NULL,
	"open_price" double precision NOT NULL,
	"close_price" double precision,
	"open_time" timestamp with time zone NOT NULL,
	"close_time" timestamp with time zone,
	"stop_loss" double precision,
	"take_profit" double precision,
	"trailing_stop" double precision,
	"trailing_best" double precision,
	"is_stop_loss_rejected" boolean DEFAULT false NOT NULL,
	"is_take_profit_rejected" boolean DEFAULT false NOT NULL,
	"is_trailing_stop_rejected" boolean DEFAULT false NOT NULL,
	"unprotected_since" timestamp with time zone,
	"profit" double precision DEFAULT 0 NOT NULL,
	"pips" double precision DEFAULT 0 NOT NULL,
	"commission" double precision DEFAULT 0 NOT NULL,
	"interest" double precision DEFAULT 0 NOT NULL,
	"used_margin" double precision DEFAULT 0 NOT NULL,
	"status" text NOT NULL,
	"close_reason" text,
	"matched_row" bigint DEFAULT -1 NOT NULL,
	"hidden_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "session_inputs" (
	"session_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"after_row" bigint NOT NULL,
	"kind" text NOT NULL,
	"body" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "session_inputs_session_id_seq_pk" PRIMARY KEY("session_id","seq")
);
--> statement-breakpoint
CREATE TABLE "session_logs" (
	"session_id" uuid NOT NULL,
	"n" bigint NOT NULL,
	"time" timestamp with time zone NOT NULL,
	"level" text NOT NULL,
	"message" text NOT NULL,
	CONSTRAINT "session_logs_session_id_n_pk" PRIMARY KEY("session_id","n")
);
--> statement-breakpoint
CREATE TABLE "session_records" (
	"session_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"n" bigint NOT NULL,
	"time" timestamp with time zone NOT NULL,
	"body" jsonb NOT NULL,
	CONSTRAINT "session_records_session_id_kind_n_pk" PRIMARY KEY("session_id","kind","n")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"algorithm_id" uuid,
	"algorithm_version_id" uuid,
	"algorithm_name" text NOT NULL,
	"broker_connection_id" uuid NOT NULL,
	"broker_account_id" uuid NOT NULL,
	"instrument_id" text NOT NULL,
	"interval" text NOT NULL,
	"externals" jsonb NOT NULL,
	"initial_balance" double precision NOT NULL,
	"in_flight" text DEFAULT 'one' NOT NULL,
	"resume" text DEFAULT 'replay' NOT NULL,
	"is_lock_step" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'Active' NOT NULL,
	"status_detail" text,
	"started" timestamp with time zone DEFAULT now() NOT NULL,
	"stopped" timestamp with time zone,
	"spec" jsonb NOT NULL,
	"spec_hash" text NOT NULL,
	"engine_version" text NOT NULL,
	"epoch" bigint DEFAULT 0 NOT NULL,
	"first_row" bigint,
	"row_no" bigint,
	"intent_count" integer DEFAULT 0 NOT NULL,
	"input_count" integer DEFAULT 0 NOT NULL,
	"open_position_count" integer DEFAULT 0 NOT NULL,
	"closed_position_count" integer DEFAULT 0 NOT NULL,
	"total_profit" double precision DEFAULT 0 NOT NULL,
	"unrealised_profit" double precision DEFAULT 0 NOT NULL,
	"detail" text,
	CONSTRAINT "sessions_counts" CHECK ("sessions"."open_position_count" >= 0 and "sessions"."closed_position_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "trading_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"connection_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"venue" text NOT NULL,
	"account_no" text NOT NULL,
	"currency" text NOT NULL,
	"initial_balance" double precision NOT NULL,
	"balance" double precision NOT NULL,
	"is_margin_called" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reset_at" timestamp with time zone,
	CONSTRAINT "trading_accounts_balance" CHECK ("trading_accounts"."balance" = "trading_accounts"."balance" and "trading_accounts"."initial_balance" >= 0)
);
--> statement-breakpoint
CREATE TABLE "venue_orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"intent_id" uuid,
	"client_id" text,
	"position_id" uuid,
	"is_protective" boolean DEFAULT false NOT NULL,
	"instrument_id" text NOT NULL,
	"type" text NOT NULL,
	"side" text NOT NULL,
	"quantity" double precision NOT NULL,
	"filled" double precision DEFAULT 0 NOT NULL,
	"average" double precision,
	"limit_price" double precision,
	"stop_price" double precision,
	"is_triggered" boolean DEFAULT false NOT NULL,
	"time_in_force" text DEFAULT 'GTC' NOT NULL,
	"expiry" timestamp with time zone,
	"post_only" boolean DEFAULT false NOT NULL,
	"reduce_only" boolean DEFAULT false NOT NULL,
	"stop_loss" double precision,
	"take_profit" double precision,
	"trailing_stop" double precision,
	"stop_loss_distance" double precision,
	"take_profit_distance" double precision,
	"status" text NOT NULL,
	"reason" text,
	"time" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"matched_row" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_control" ADD CONSTRAINT "account_control_account_id_trading_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."trading_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broker_connections" ADD CONSTRAINT "broker_connections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fills" ADD CONSTRAINT "fills_account_id_trading_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."trading_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fills" ADD CONSTRAINT "fills_intent_id_intents_id_fk" FOREIGN KEY ("intent_id") REFERENCES "public"."intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fills" ADD CONSTRAINT "fills_position_id_positions_id_fk" FOREIGN KEY ("position_id") REFERENCES "public"."positions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intents" ADD CONSTRAINT "intents_account_id_trading_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."trading_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intents" ADD CONSTRAINT "intents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intents" ADD CONSTRAINT "intents_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "positions" ADD CONSTRAINT "positions_account_id_trading_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."trading_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "positions" ADD CONSTRAINT "positions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "positions" ADD CONSTRAINT "positions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_inputs" ADD CONSTRAINT "session_inputs_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_logs" ADD CONSTRAINT "session_logs_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_records" ADD CONSTRAINT "session_records_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_algorithm_id_algorithms_id_fk" FOREIGN KEY ("algorithm_id") REFERENCES "public"."algorithms"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_algorithm_version_id_algorithm_versions_id_fk" FOREIGN KEY ("algorithm_version_id") REFERENCES "public"."algorithm_versions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_broker_connection_id_broker_connections_id_fk" FOREIGN KEY ("broker_connection_id") REFERENCES "public"."broker_connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_broker_account_id_trading_accounts_id_fk" FOREIGN KEY ("broker_account_id") REFERENCES "public"."trading_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trading_accounts" ADD CONSTRAINT "trading_accounts_connection_id_broker_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."broker_connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trading_accounts" ADD CONSTRAINT "trading_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "venue_orders" ADD CONSTRAINT "venue_orders_account_id_trading_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."trading_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "venue_orders" ADD CONSTRAINT "venue_orders_intent_id_intents_id_fk" FOREIGN KEY ("intent_id") REFERENCES "public"."intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "venue_orders" ADD CONSTRAINT "venue_orders_position_id_positions_id_fk" FOREIGN KEY ("position_id") REFERENCES "public"."positions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "broker_connections_user" ON "broker_connections" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "broker_connections_paper" ON "broker_connections" USING btree ("user_id") WHERE "broker_connections"."type" = 'paper';--> statement-breakpoint
CREATE INDEX "fills_intent" ON "fills" USING btree ("intent_id");--> statement-breakpoint
CREATE INDEX "fills_position" ON "fills" USING btree ("position_id");--> statement-breakpoint
CREATE INDEX "fills_time" ON "fills" USING btree ("account_id","time" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "intents_session" ON "intents" USING btree ("session_id","no","leg");--> statement-breakpoint
CREATE UNIQUE INDEX "intents_client_id" ON "intents" USING btree ("account_id","client_id");--> statement-breakpoint
CREATE UNIQUE INDEX "intents_cid" ON "intents" USING btree ("account_id","cid_date","cid");--> statement-breakpoint
CREATE UNIQUE INDEX "intents_ticket_key" ON "intents" USING btree ("user_id","ticket_key");--> statement-breakpoint
CREATE INDEX "intents_unfinished" ON "intents" USING btree ("account_id","id") WHERE "state" in ('WRITTEN', 'SENDING', 'WORKING', 'PARTIAL', 'UNKNOWN');--> statement-breakpoint
CREATE INDEX "intents_user" ON "intents" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "positions_broker_id" ON "positions" USING btree ("account_id","broker_id");--> statement-breakpoint
CREATE INDEX "positions_open" ON "positions" USING btree ("instrument_id") WHERE "positions"."status" = 'OPEN';--> statement-breakpoint
CREATE INDEX "positions_user" ON "positions" USING btree ("user_id","status","close_time" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "positions_account" ON "positions" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "positions_session" ON "positions" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "session_logs_time" ON "session_logs" USING btree ("session_id","time");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id","started" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "sessions_algorithm" ON "sessions" USING btree ("algorithm_id","started" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "sessions_active" ON "sessions" USING btree ("id") WHERE "sessions"."status" = 'Active';--> statement-breakpoint
CREATE INDEX "trading_accounts_user" ON "trading_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "trading_accounts_venue" ON "trading_accounts" USING btree ("venue");--> statement-breakpoint
CREATE UNIQUE INDEX "venue_orders_client_id" ON "venue_orders" USING btree ("account_id","client_id");--> statement-breakpoint
CREATE INDEX "venue_orders_active" ON "venue_orders" USING btree ("instrument_id") WHERE "venue_orders"."status" in ('NEW', 'PARTIALLY_FILLED');--> statement-breakpoint
CREATE INDEX "venue_orders_position" ON "venue_orders" USING btree ("position_id");--> statement-breakpoint
CREATE INDEX "venue_orders_intent" ON "venue_orders" USING btree ("intent_id");--> statement-breakpoint
CREATE INDEX "venue_orders_account" ON "venue_orders" USING btree ("account_id","time" DESC NULLS LAST);--> statement-breakpoint
-- Every user has a paper account from the start, by whatever door the user came in.
CREATE FUNCTION "open_paper_account"("of_user" uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	connection uuid := gen_random_uuid();
	account uuid := gen_random_uuid();
BEGIN
	INSERT INTO "broker_connections" ("id", "user_id", "type", "broker") VALUES (connection, "of_user", 'paper', 'PAPER');
	INSERT INTO "trading_accounts" ("id", "connection_id", "user_id", "venue", "account_no", "currency", "initial_balance", "balance")
		VALUES (account, connection, "of_user", 'paper', 'PAPER-' || upper(left(replace(account::text, '-', ''), 8)), 'USD', 10000, 10000);
	INSERT INTO "account_control" ("account_id") VALUES (account);
END $$;
--> statement-breakpoint
SELECT "open_paper_account"("id") FROM "users";--> statement-breakpoint
CREATE FUNCTION "user_opens_paper_account"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM "open_paper_account"(new."id");
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "users_paper_account" AFTER INSERT ON "users" FOR EACH ROW EXECUTE FUNCTION "user_opens_paper_account"();--> statement-breakpoint
CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "journal" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
