CREATE TABLE "guardian_keys" (
	"connection_id" uuid PRIMARY KEY NOT NULL,
	"credentials" "bytea",
	"masked_key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"accepted_at" timestamp with time zone,
	"problem" text
);
--> statement-breakpoint
ALTER TABLE "guardian_keys" ADD CONSTRAINT "guardian_keys_connection_id_exchange_keys_connection_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."exchange_keys"("connection_id") ON DELETE cascade ON UPDATE no action;