ALTER TABLE "optimization_rows" ADD COLUMN "mean_by_deviation" double precision;--> statement-breakpoint
ALTER TABLE "optimizations" ADD COLUMN "days_per_year" smallint;--> statement-breakpoint
-- Days of the grid: those of forex are Monday to Friday, and the Monday after a run that ends on a Sunday.
UPDATE "optimizations" search SET "days_per_year" = CASE WHEN found.days > 1 + (
  SELECT count(*) FROM generate_series(
    (search."start" AT TIME ZONE 'UTC')::date,
    (search."end" AT TIME ZONE 'UTC' - interval '1 millisecond')::date,
    interval '1 day'
  ) day WHERE extract(isodow FROM day) < 6
) THEN 365 ELSE 260 END
FROM (SELECT "optimization_id", max("days") AS days FROM "optimization_rows" GROUP BY 1) found
WHERE found."optimization_id" = search."id";--> statement-breakpoint
-- What was stored as a Sharpe ratio had no risk-free rate. The deviation of the kept returns (little-endian float32) tells it.
UPDATE "optimization_rows" kept SET
  "mean_by_deviation" = kept."sharpe",
  "sharpe" = kept."sharpe" - 0.02 / search."days_per_year" / spread.deviation
FROM "optimizations" search, (
  SELECT "optimization_id", "index", stddev_samp(
    (CASE WHEN bits >> 31 = 1 THEN -1 ELSE 1 END) * CASE (bits >> 23) & 255
      WHEN 0 THEN (bits & 8388607) * power(2::float8, -149)
      ELSE (8388608 + (bits & 8388607)) * power(2::float8, ((bits >> 23) & 255)::int - 150)
    END
  ) AS deviation
  FROM "optimization_returns",
    LATERAL generate_series(0, octet_length("values") / 4 - 1) place,
    LATERAL (SELECT get_byte("values", 4 * place)::bigint + (get_byte("values", 4 * place + 1)::bigint << 8)
      + (get_byte("values", 4 * place + 2)::bigint << 16) + (get_byte("values", 4 * place + 3)::bigint << 24) AS bits) word
  GROUP BY 1, 2
) spread
WHERE search."id" = kept."optimization_id" AND kept."sharpe" IS NOT NULL
  AND spread."optimization_id" = kept."optimization_id" AND spread."index" = kept."index";--> statement-breakpoint
-- Kept figures that were computed from the earlier ratios, and from Sunday evenings as days of their own.
DELETE FROM "optimization_luck";--> statement-breakpoint
DELETE FROM "optimization_studies" WHERE "is_done";
