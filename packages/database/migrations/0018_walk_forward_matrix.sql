ALTER TABLE "walk_forward_windows" ADD COLUMN "train_days" integer;--> statement-breakpoint
ALTER TABLE "walk_forward_windows" ADD COLUMN "test_days" integer;--> statement-breakpoint
UPDATE "walk_forward_windows" windows
SET "train_days" = (optimizations."walk_forward"->>'trainDays')::integer, "test_days" = (optimizations."walk_forward"->>'testDays')::integer
FROM "optimizations" optimizations WHERE optimizations."id" = windows."optimization_id";--> statement-breakpoint
ALTER TABLE "walk_forward_windows" ALTER COLUMN "train_days" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "walk_forward_windows" ALTER COLUMN "test_days" SET NOT NULL;
