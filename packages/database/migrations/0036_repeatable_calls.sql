CREATE TABLE "repeatable_calls" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"request" text NOT NULL,
	"status" integer,
	"answer" text,
	"begun_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "repeatable_calls_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
ALTER TABLE "repeatable_calls" ADD CONSTRAINT "repeatable_calls_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;