import { IconBrandGoogle, IconBrandWindows, IconKey } from '@tabler/icons-react'
import type { ReactElement } from 'react'

/** Of an issuer. */
export function NetworkIcon({
  network,
  size = 16,
}: {
  readonly network: string
  readonly size?: number
}): ReactElement {
  const Icon = network === 'google' ? IconBrandGoogle : network === 'windows' ? IconBrandWindows : IconKey
  return <Icon size={size} stroke={1.5} aria-hidden />
}
