import { useQuery } from '@tanstack/react-query'
import type { ReactElement, ReactNode } from 'react'
import { ErrorState, LoadingRows } from '../../ui/states.tsx'
import { Activity } from './activity.tsx'
import { Email } from './email.tsx'
import { Identities } from './identities.tsx'
import { Logins } from './logins.tsx'
import { Password } from './password.tsx'
import { Passkeys } from './passkeys.tsx'
import { securityQuery } from './security-queries.ts'
import { TwoFactor } from './two-factor.tsx'
import classes from '../../ui/settings-section.module.css'

/** Everything that protects the account, and where and when it was used. */
export function SecurityPage(): ReactElement {
  const { data, error, refetch } = useQuery(securityQuery)
  return (
    <div className={classes['sections']}>
      <Section title="Password">
        <Password />
      </Section>
      {data === undefined ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingRows />
        )
      ) : (
        <>
          <Section title="Email">
            <Email email={data.email} />
          </Section>
          <Section title="Two-factor login">
            <TwoFactor state={data.twoFactor} />
          </Section>
          <Section title="Passkeys">
            <Passkeys passkeys={data.passkeys} host={data.passkeyHost} />
          </Section>
        </>
      )}
      <Section title="Connected sign-ins">
        <Identities />
      </Section>
      <Section title="Logins">
        <Logins />
      </Section>
      <Section title="Activity">
        <Activity />
      </Section>
    </div>
  )
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactElement {
  return (
    <section className={classes['section']} aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}
