CREATE TABLE "storage_samples" (
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"bytes" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "storage_samples_day_kind_pk" PRIMARY KEY("day","kind")
);
