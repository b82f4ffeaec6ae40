CREATE TABLE "instruments" (
	"id" text PRIMARY KEY NOT NULL,
	"broker" text NOT NULL,
	"listing" jsonb NOT NULL,
	"listed_at" timestamp with time zone DEFAULT now() NOT NULL
);
