import type { ReactElement } from 'react'

/** The drawing that stands for a broker beside its name. */
export function BrokerLogo({ logo }: { readonly logo: string }): ReactElement {
  return <img src={`data:image/svg+xml,${encodeURIComponent(logo)}`} alt="" width={18} height={18} />
}
