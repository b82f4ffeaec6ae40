import { isDeepStrictEqual } from 'node:util'
import type { PackageChanges } from '@tradeloom/contracts'
import { schema } from '@tradeloom/database'
import { eq } from 'drizzle-orm'
import { invalid, notFound } from '../../platform/errors/app-error.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import type { PaymentsFeature } from '../payments/payments.feature.ts'
import { SHIPPED_PACKAGES } from './shipped-packages.ts'
import { Units } from './units.service.ts'

const { packages } = schema
type PackageRow = typeof packages.$inferSelect

/** Everybody has package 0 from the start. */
function refuseForFree({ active, priceUsd, stripePlanId }: PackageChanges): void {
  if (active === false) throw invalid('Every user has this package from the start', 'active')
  if (priceUsd !== undefined && priceUsd > 0) throw invalid('This package costs nothing', 'priceUsd')
  if (typeof stripePlanId === 'string') throw invalid('This package costs nothing', 'stripePlanId')
}

/** The packages as the operator has set them in the database, and the compute units that they include. */
export function packagesFeature(
  { config, db, users, bus, now }: Platform,
  { isForSale, checkPrices }: Pick<PaymentsFeature, 'isForSale' | 'checkPrices'>,
) {
  const all = () => db.select().from(packages).orderBy(packages.id)
  const view = ({ price, stripePriceId, ...rest }: PackageRow) => ({
    priceUsd: price,
    stripePlanId: stripePriceId,
    isForSale: rest.active && price > 0 && isForSale(rest.id),
    ...rest,
  })
  return {
    units: new Units({ profile: config.profile, users, bus, now }),
    /** On an installation without limits there are no packages, unless its operator has made some. */
    async packagesAre(): Promise<'assigned' | 'sold' | 'none'> {
      if (config.payments !== null) return 'sold'
      if (config.profile === 'hosted') return 'assigned'
      return isDeepStrictEqual(await all(), SHIPPED_PACKAGES) ? 'none' : 'assigned'
    },
    handlers: {
      listPackages: async () => (await all()).map(view),
      updatePackage: async ({ params, body }) => {
        if (params.id === 0) refuseForFree(body)
        const { priceUsd, stripePlanId, ...rest } = body
        const values = {
          ...rest,
          ...(priceUsd === undefined ? {} : { price: priceUsd }),
          ...(stripePlanId === undefined ? {} : { stripePriceId: stripePlanId }),
        }
        const [row] = await db.update(packages).set(values).where(eq(packages.id, params.id)).returning()
        if (!row) throw notFound('Package')
        await checkPrices()
        return view(row)
      },
    },
  } as const satisfies Feature & Record<string, unknown>
}

export type PackagesFeature = ReturnType<typeof packagesFeature>
