CREATE TABLE "connection_shares" (
	"id" uuid PRIMARY KEY NOT NULL,
	"connection_id" uuid NOT NULL,
	"invited" text NOT NULL,
	"user_id" uuid,
	"role" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"accepted_at" timestamp with time zone,
	CONSTRAINT "connection_shares_role" CHECK ("connection_shares"."role" in ('viewer', 'trader'))
);
--> statement-breakpoint
DROP INDEX "intents_ticket_key";--> statement-breakpoint
ALTER TABLE "intents" ADD COLUMN "placed_by" uuid;--> statement-breakpoint
ALTER TABLE "connection_shares" ADD CONSTRAINT "connection_shares_connection_id_broker_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."broker_connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connection_shares" ADD CONSTRAINT "connection_shares_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "connection_shares_invited" ON "connection_shares" USING btree ("connection_id","invited");--> statement-breakpoint
CREATE UNIQUE INDEX "connection_shares_accepted" ON "connection_shares" USING btree ("connection_id","user_id") WHERE "connection_shares"."accepted_at" is not null;--> statement-breakpoint
CREATE INDEX "connection_shares_user" ON "connection_shares" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "intents_ticket_key" ON "intents" USING btree (coalesce("placed_by", "user_id"),"ticket_key");