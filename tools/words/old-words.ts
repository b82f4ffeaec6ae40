/** A word that this project no longer uses, and the one that took its place. */
export interface OldWord {
  readonly pattern: RegExp
  readonly use: string
  /** Paths that keep it, as prefixes: the specification's wire words, stored columns, old migrations. */
  readonly except?: readonly string[]
}

/**
 * Readers from the field should be able to guess every word, and each thing has one name. When you rename a word, add
 * the old one here so that it does not come back.
 */
export const OLD_WORDS: readonly OldWord[] = [
  // Engine
  { pattern: /\bAgenda\b|\bagenda\b/, use: 'ScheduledEvents' },
  { pattern: /\bParcels?\b|\bparcels?\b/, use: 'InFlightRequest' },
  {
    pattern: /\bMoment\b|\b(?:const|let) moments?\b|\bmoments?(?=: number)|\(moments?[,)]/,
    use: 'PricePoint, or time',
  },
  { pattern: /\bcarryOut\b|\bcarry(?:ing|ied)? out\b/, use: 'execute' },
  {
    pattern: /\bisOnWay\b|\bway (?:inside|through) (?:a|the|each) (?:\w+ )?bar\b/,
    use: 'isInterpolated, intrabar path',
  },
  { pattern: /\bMarginDesk\b/, use: 'LiquidationContext' },
  { pattern: /\bcloseOut\b/, use: 'liquidate' },
  { pattern: /\bgrowing (?:bar|candle|value)s?\b|\bgrowingBar\b/i, use: 'forming bar' },
  {
    pattern: /\bfinerMinutes\b|\bfinerTicks\b/,
    use: 'minutesResolvedByTicks, intrabarTicks',
    // A key inside the hashed result: another name would change every hash.
    except: ['packages/engine/', 'tests/golden/', 'apps/server/src/features/backtests/'],
  },
  { pattern: /\b(?:class|interface|new) Charges\b|: Charges\b/, use: 'FinancingCharges' },
  // Bounds
  { pattern: /\b(?:MOST|LEAST|LONGEST|SHORTEST|LARGEST|SMALLEST)_[A-Z]/, use: 'MAX_ or MIN_' },
  { pattern: /\b(?:most|least|longest)(?!UnderWater|Drawdown)[A-Z][a-z]+\w*\b/, use: 'maxX or minX' },
  // Sandbox and jobs
  { pattern: /\b(?:class|new) Turns\b|: Turns\b/, use: 'FairScheduler' },
  // Look-ahead analysis
  {
    pattern: /\bproofs?\b|[a-z]Proof|\bProof[A-Z]?/,
    use: 'analysis, finding or verdict',
    // Rows from before the rename are read once, to be converted.
    except: ['packages/database/src/lookahead-migration'],
  },
  { pattern: /\bcheaters?\b/, use: 'biased script' },
  { pattern: /\bhonest (?:script|one|algorithm|sample|strateg)/, use: 'unbiased' },
  { pattern: /\bLie\b|\blies in a backtest\b/, use: 'Bias' },
  { pattern: /\binvented (?:market|data|price)/, use: 'simulated data' },
  // Results
  {
    pattern: /\bpassports?\b/i,
    use: 'run manifest, on screens Reproducibility',
    except: ['packages/database/src/schema/backtest-results.ts'],
  },
  {
    pattern: /\b(?:quick|calm)(?= (?:average|line|one|SMA|EMA))|\b(?:const|let) (?:quick|calm)\b/,
    use: 'fast or slow',
  },
  // Names of files
  {
    pattern: /keep-what-is-there|reaches-into-prices|use-more-hint|nice-steps|\brow-plan\b|\brow-sink\b|\btake-rows\b/,
    use: 'append-only-store, affects-traded-period, use-overflow-shadow, axis-ticks, or the order of reading',
  },
  // Translated phrases
  { pattern: /\bfor ever\b/, use: 'forever' },
  { pattern: /\bas things stand\b/, use: '(leave it out)' },
  {
    pattern: /\bis no (?:number|whole number|time|file|tick|perpetual|administrator)\b/,
    use: 'is not a …',
  },
  { pattern: /\bwho is no administrator\b/, use: 'who is not an administrator' },
  { pattern: /\b(?:[Bb]egin|[Cc]ount)(?:s|ning)? anew\b/, use: 'starts over, starts from zero' },
  { pattern: /\bthe fate of\b|\bhas no luck\b/i, use: 'status, failed' },
  { pattern: /\bis told (?:nothing|here)\b/, use: 'no longer receives notifications, appears here' },
  { pattern: /\b(?:could not|cannot) be looked (?:at|for)\b/, use: 'could not be checked' },
  { pattern: /\btaken for lost\b/, use: 'presumed lost' },
  { pattern: /\blet it go on\b|\bgo on with what\b|\blargest that goes\b/, use: 'resume, continue, largest possible' },
  {
    pattern: /\bstartGateway\b|\bguardRequests\b|\bopenKnownStore\b|\bknown-store\b|\btellRights\b|\btellOfWeakening\b/,
    use: 'startSocketServer, checkRequests, openPointInTimeStore, publishRights, notifyOfWeakening',
  },
  { pattern: /\b(?:was|were|is|are) asked for\b/, use: 'was requested' },
  { pattern: /\b[Tt]ells (?:why|whether|of)\b/, use: 'returns …, says …' },
  { pattern: /\bso (?:much|long) (?:worse|later)\b/, use: 'by this much, by this time' },
  { pattern: /\bat hand\b/, use: 'current' },
  { pattern: /\bmade anew\b/, use: 'recomputed, rebuilt' },
  { pattern: /\b(?:is|are|was|were) told of\b/, use: 'is reported, is notified of' },
  { pattern: /\bin order of time\b/, use: 'in time order' },
  { pattern: /\bheld against\b/, use: 'compared with' },
  { pattern: /\bput right\b/, use: 'fixed' },
  { pattern: /\bother way round\b/, use: 'in reverse' },
  { pattern: /\bis none of\b/, use: 'is not one of' },
  {
    pattern: /\bfor ages\b|\bso-many-th\b|\bas often as (?:wanted|you like)\b/,
    use: 'endlessly, nth, any number of times',
  },
  { pattern: /\bdealt currency\b/, use: 'base currency' },
  { pattern: /\bdistance (?:of|between) (?:bid and ask|ask and bid) in pips\b/i, use: 'spread, ask minus bid' },
  { pattern: /\bsummer time\b/i, use: 'daylight saving time' },
  { pattern: /\bper cent\b/, use: 'percent, or %' },
  { pattern: /\banalys(?:ed?|ing)\b|\banalyse[A-Z]/, use: '-yze' },
  {
    pattern:
      /\b(?:recogn|normal|initial|optim|organ|real|summar|serial|random|minim|maxim|synchron|util|visual|author|categor|custom|emphas|general|priorit|standard|token)is(?:e[drs]?|ing)\b/i,
    use: '-ize',
  },
  {
    pattern: /\bcancelled\b/i,
    use: 'canceled',
    except: [
      'tools/docs/specified-texts.test.ts',
      'apps/web/src/features/packages/',
      'docs/coverage/spec-3-accounts.md',
      'apps/web/src/entities/runs/use-run-actions.ts',
      'tests/e2e/actions.spec.ts',
      'tests/e2e/backtests.spec.ts',
      'tests/e2e/optimization-limits.spec.ts',
      // A word of the venue.
      'packages/venue-lab/src/oanda/',
      'packages/venues/src/adapters/oanda/',
      'docs/coverage/spec-1-backtests.md',
      'docs/coverage/spec-2-optimizations.md',
    ],
  },
  { pattern: /\blabelled\b(?!by)|\btowards\b|\bdialogue\b/i, use: 'American spelling' },
  { pattern: /\bcolour/i, use: 'color' },
  // The specification's paths and topics have `optimisation`.
  { pattern: /\b(?!optimisation\b)\w+isation\b/, use: '-ization' },
  {
    pattern: /\bcancelation\b|\bbehaviour\b|\bfavour\b|\bneighbour\b|\bcentre\b|\blicence\b/i,
    use: 'American spelling',
  },
]

/** Paths that are not checked: other people's texts, generated files, and this list. */
export const UNCHECKED: readonly string[] = [
  'tools/words/',
  'pnpm-lock.yaml',
  'packages/database/migrations/',
  'tests/hostile/scripts/',
  'LICENSE',
]
