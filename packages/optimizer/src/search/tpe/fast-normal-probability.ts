/**
 * Cumulative distribution function of the normal distribution, by Hart's rational approximation (1968, as in West 2005):
 * within 1e-14, and much faster than a series. The search evaluates it millions of times.
 */
export function fastNormalProbability(z: number): number {
  const x = Math.abs(z)
  if (x > 37) return z > 0 ? 1 : 0
  const density = Math.exp((-x * x) / 2)
  const tail = x < 7.07106781186547 ? (density * numerator(x)) / denominator(x) : density / fraction(x) / 2.506628274631
  return z > 0 ? 1 - tail : tail
}

function numerator(x: number): number {
  let sum = 3.52624965998911e-2 * x + 0.700383064443688
  sum = sum * x + 6.37396220353165
  sum = sum * x + 33.912866078383
  sum = sum * x + 112.079291497871
  sum = sum * x + 221.213596169931
  return sum * x + 220.206867912376
}

function denominator(x: number): number {
  let sum = 8.83883476483184e-2 * x + 1.75566716318264
  sum = sum * x + 16.064177579207
  sum = sum * x + 86.7807322029461
  sum = sum * x + 296.564248779674
  sum = sum * x + 637.333633378831
  sum = sum * x + 793.826512519948
  return sum * x + 440.413735824752
}

function fraction(x: number): number {
  return x + 1 / (x + 2 / (x + 3 / (x + 4 / (x + 0.65))))
}
