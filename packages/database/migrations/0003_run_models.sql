-- Runs of before costs, orders and accounts were modelled: what they said keeps its meaning, the rest is plain.
UPDATE "backtests" SET "models" = jsonb_build_object(
  'prices', coalesce("models" -> 'prices', '"both"'::jsonb),
  'path', coalesce("models" -> 'path', '"adaptive"'::jsonb),
  'slippage', jsonb_build_object('model', 'fixed', 'pips', coalesce("models" -> 'slippagePips', '0'::jsonb)),
  'commission', jsonb_build_object(
    'perLot', coalesce("models" -> 'commissionPerLot', '0'::jsonb),
    'percent', coalesce("models" -> 'commissionPercent', '0'::jsonb),
    'minimum', coalesce("models" -> 'commissionMinimum', '0'::jsonb),
    'makerPercent', 0,
    'takerPercent', 0
  ),
  'limitFill', jsonb_build_object('model', 'through'),
  'latencyMs', 0,
  'staleAfterMs', 0,
  'swap', null,
  'funding', null,
  'margin', jsonb_build_object('model', 'instrument'),
  'accounting', 'hedging'
) WHERE NOT "models" ? 'slippage';
