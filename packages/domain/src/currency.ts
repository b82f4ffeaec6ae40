export interface Currency {
  /** The code in use on screens: BTC. */
  readonly code: string
  readonly name: string
  /** The sign before or after an amount: €. Null where there is none. */
  readonly character: string | null
  readonly kind: 'fiat' | 'metal' | 'crypto'
  /** An SVG path in a box of 24 by 24, for what has no character; null otherwise. */
  readonly logo: string | null
  /** Decimal places of an amount. */
  readonly decimals: number
  /**
   * Other codes that mean this currency at every venue: XBT. What a code means at one venue alone is that venue's
   * adapter's to say. Case matters: XBt is a hundred-millionth of an XBT.
   */
  readonly aliases: readonly string[]
  /** The currency that a stablecoin is pegged to. */
  readonly peg?: string
}

type Row = readonly [code: string, name: string, character: string | null, decimals?: number, ...aliases: string[]]

const FIAT: readonly Row[] = [
  ['USD', 'US Dollar', '$'],
  ['EUR', 'Euro', '€'],
  ['GBP', 'British Pound', '£'],
  ['JPY', 'Japanese Yen', '¥', 0],
  ['CHF', 'Swiss Franc', 'Fr'],
  ['AUD', 'Australian Dollar', 'A$'],
  ['NZD', 'New Zealand Dollar', 'NZ$'],
  ['CAD', 'Canadian Dollar', 'C$'],
  ['SEK', 'Swedish Krona', 'kr'],
  ['NOK', 'Norwegian Krone', 'kr'],
  ['DKK', 'Danish Krone', 'kr'],
  ['PLN', 'Polish Zloty', 'zł'],
  ['CZK', 'Czech Koruna', 'Kč'],
  ['HUF', 'Hungarian Forint', 'Ft'],
  ['TRY', 'Turkish Lira', '₺'],
  ['ZAR', 'South African Rand', 'R'],
  ['MXN', 'Mexican Peso', 'Mex$'],
  ['SGD', 'Singapore Dollar', 'S$'],
  ['HKD', 'Hong Kong Dollar', 'HK$'],
  ['CNH', 'Chinese Yuan (offshore)', '¥'],
  ['CNY', 'Chinese Yuan', '¥'],
  ['THB', 'Thai Baht', '฿'],
  ['INR', 'Indian Rupee', '₹'],
  ['RUB', 'Russian Ruble', '₽', 2, 'RUR'],
  ['ILS', 'Israeli Shekel', '₪'],
  ['KRW', 'South Korean Won', '₩', 0],
  ['BRL', 'Brazilian Real', 'R$'],
]

const METALS: readonly Row[] = [
  ['XAU', 'Gold', null, 3],
  ['XAG', 'Silver', null, 3],
  ['XPT', 'Platinum', null, 3],
  ['XPD', 'Palladium', null, 3],
]

/** An ingot. */
const INGOT = 'M7 8h10l4 9H3zM7 8l-1.5 9M17 8l1.5 9'

/** Eight decimals, as exchanges account for most coins. */
const COINS: readonly Row[] = [
  ['BTC', 'Bitcoin', '₿', 8, 'XBT'],
  ['ETH', 'Ethereum', 'Ξ'],
  ['BNB', 'BNB', null],
  ['BCH', 'Bitcoin Cash', null, 8, 'BCHABC'],
  ['BSV', 'Bitcoin SV', null, 8, 'BCHSV'],
  ['LTC', 'Litecoin', 'Ł'],
  ['XRP', 'XRP', null, 6],
  ['ADA', 'Cardano', '₳', 6],
  ['SOL', 'Solana', null],
  ['DOT', 'Polkadot', null],
  ['AVAX', 'Avalanche', null],
  ['LINK', 'Chainlink', null],
  ['DOGE', 'Dogecoin', 'Ð', 8, 'XDG'],
  ['SHIB', 'Shiba Inu', null],
  ['TRX', 'TRON', null, 6],
  ['XLM', 'Stellar', null, 7],
  ['XMR', 'Monero', null],
  ['ETC', 'Ethereum Classic', null],
  ['EOS', 'EOS', null, 4],
  ['NEO', 'Neo', null],
  ['IOTA', 'IOTA', null, 6, 'MIOTA'],
  ['DASH', 'Dash', null],
  ['ZEC', 'Zcash', 'ⓩ'],
  ['XTZ', 'Tezos', 'ꜩ', 6],
  ['ATOM', 'Cosmos', null, 6],
  ['ALGO', 'Algorand', null, 6],
  ['UNI', 'Uniswap', null],
]

const DOLLARS: readonly Row[] = [
  ['USDT', 'Tether', '₮'],
  ['USDC', 'USD Coin', null],
  ['BUSD', 'Binance USD', null],
  ['TUSD', 'TrueUSD', null],
  ['FDUSD', 'First Digital USD', null],
  ['DAI', 'Dai', null],
]

function rowsOf(rows: readonly Row[], common: Omit<Currency, 'code' | 'name' | 'character' | 'aliases'>): Currency[] {
  return rows.map(([code, name, character, decimals = common.decimals, ...aliases]) => ({
    ...common,
    code,
    name,
    character,
    decimals,
    aliases,
  }))
}

export const CURRENCIES: readonly Currency[] = [
  ...rowsOf(FIAT, { kind: 'fiat', logo: null, decimals: 2 }),
  ...rowsOf(METALS, { kind: 'metal', logo: INGOT, decimals: 3 }),
  ...rowsOf(COINS, { kind: 'crypto', logo: null, decimals: 8 }),
  ...rowsOf(DOLLARS, { kind: 'crypto', logo: null, decimals: 8, peg: 'USD' }),
]

const CENTS = 2

const byCode = new Map(CURRENCIES.flatMap((one) => [one.code, ...one.aliases].map((code) => [code, one] as const)))

/** The currency of a code or an alias of it; null if it is not in the table. */
export function findCurrency(code: string): Currency | null {
  return byCode.get(code) ?? null
}

/** Hundred-millionths of a bitcoin, in which some venues account: there are no parts of it. */
const SATOSHI = 'XBt'

/** Decimals of an amount of money on screens and in messages. A dollar has two, whoever has issued it. */
export function moneyDecimals(code: string): number {
  if (code === SATOSHI) return 0
  const currency = findCurrency(code)
  return currency === null || currency.peg !== undefined ? CENTS : currency.decimals
}

/** A code as screens show it: BTC for XBT. Unknown codes are shown as they are. */
export function shownCurrency(code: string): string {
  return findCurrency(code)?.code ?? code
}
