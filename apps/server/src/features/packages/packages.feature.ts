import { isDeepStrictEqual } from 'node:util'
import { schema } from '@tradeloom/database'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import type { PaymentsFeature } from '../payments/payments.feature.ts'
import { SHIPPED_PACKAGES } from './shipped-packages.ts'
import { Units } from './units.service.ts'

const { packages } = schema

/** The packages as the operator has set them in the database, and the compute units that they include. */
export function packagesFeature(
  { config, db, users, bus, now }: Platform,
  { isForSale }: Pick<PaymentsFeature, 'isForSale'>,
) {
  const all = () => db.select().from(packages).orderBy(packages.id)
  return {
    units: new Units({ profile: config.profile, users, bus, now }),
    /** On an installation without limits there are no packages, unless its operator has made some. */
    async packagesAre(): Promise<'assigned' | 'sold' | 'none'> {
      if (config.payments !== null) return 'sold'
      if (config.profile === 'hosted') return 'assigned'
      return isDeepStrictEqual(await all(), SHIPPED_PACKAGES) ? 'none' : 'assigned'
    },
    handlers: {
      listPackages: async () =>
        (await all()).map(({ price, stripePriceId, ...rest }) => ({
          priceUsd: price,
          stripePlanId: stripePriceId,
          isForSale: rest.active && price > 0 && isForSale(rest.id),
          ...rest,
        })),
    },
  } as const satisfies Feature & Record<string, unknown>
}

export type PackagesFeature = ReturnType<typeof packagesFeature>
