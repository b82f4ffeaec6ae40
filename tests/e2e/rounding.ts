/** The rules of docs/rounding.md, written without the code of the web app. */

const MINUS = '−'

/** Half away from zero, from the shortest decimal that denotes the number: 3.295 becomes 3.30. */
function fixed(value: number, decimals: number): string {
  const [digits = '', exponent = '0'] = Math.abs(value).toExponential().split('e')
  const [first = '', rest = ''] = digits.split('.')
  // The number is `digits` times a power of ten: what lies behind the last decimal decides.
  const shift = Number(exponent) - rest.length + decimals
  const all = BigInt(first + rest)
  const scaled =
    shift >= 0 ? all * 10n ** BigInt(shift) : (all * 2n + 10n ** BigInt(-shift)) / (2n * 10n ** BigInt(-shift))
  const text = String(scaled).padStart(decimals + 1, '0')
  return decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`
}

export function rounded(value: number | null, decimals: number): string {
  if (value === null) return '–'
  const [whole = '', fraction] = fixed(value, decimals).split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  const text = fraction === undefined ? grouped : `${grouped}.${fraction}`
  return value < 0 && /[1-9]/.test(text) ? MINUS + text : text
}

/** Without the zeros at the end. */
export function plain(value: number | null, most = 8): string {
  const text = rounded(value, most)
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

export function percent(value: number | null, decimals = 2): string {
  return value === null ? '–' : `${rounded(value, decimals)}%`
}

const SMALL = ['averageDailyReturn', 'averageMonthlyReturn']

/** A value of a metric in its unit. */
export function inUnit(value: number, { key, unit }: { readonly key: string; readonly unit: string }): string {
  switch (unit) {
    case 'money':
      return rounded(value, 2)
    case '%':
      return percent(value, SMALL.includes(key) ? 3 : 2)
    case 'pips':
      return rounded(value, 1)
    case 'R':
      return `${rounded(value, 2)} R`
    case 'days':
      return `${rounded(value, 1)} days`
    case 'hours':
      return `${rounded(value, 1)} h`
    case 'periods':
    case 'number':
      return plain(value, 2)
    case 'probability':
      return percent(value * 100)
    default:
      return rounded(value, 3)
  }
}

export function second(time: number | null): string {
  return time === null ? '–' : new Date(time).toISOString().slice(0, 19).replace('T', ' ')
}

export function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** Two units, cut off. */
export function length(ms: number): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  const seconds = Math.floor(ms / 1000)
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  if (ms < 1000) return `${ms} ms`
  if (minutes < 1) return `${rounded(ms / 1000, 1)} s`
  if (hours < 1) return `${minutes} min ${two(seconds % 60)} s`
  return hours < 24 ? `${hours} h ${two(minutes % 60)} min` : `${plain(Math.floor(hours / 24))} d ${hours % 24} h`
}
