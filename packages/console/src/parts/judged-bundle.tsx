import { type GatheredContext, receiptOf } from '@cairn/client'
import { useLoad } from '../load.ts'
import { client } from '../session.ts'

/** Whether a bundle adds up by the contract's own rules, and the signed receipt that it left with what verifying it came to. */
export function JudgedBundle({ gathered }: { readonly gathered: GatheredContext }) {
  const signed = receiptOf(gathered)
  return (
    <>
      <Sums gathered={gathered} />
      {signed !== null && <SignedReceipt receipt={signed} key={signed} />}
    </>
  )
}

function Sums({ gathered }: { readonly gathered: GatheredContext }) {
  const { value: findings } = useLoad(async () => {
    const { checkContextAnswer } = await import('@cairn/contract/context-answer')
    return checkContextAnswer(gathered)
  }, [gathered])
  if (findings === null) return null
  if (findings.length === 0)
    return (
      <p>
        <span class="tag good">adds up</span> Every sum and reason was worked out again from the answer.
      </p>
    )
  return (
    <ul>
      {findings.map(({ pointer, rule, message }) => (
        <li key={`${pointer} ${rule}`}>
          <span class="tag bad">{rule}</span> <code>{pointer}</code> {message}
        </li>
      ))}
    </ul>
  )
}

const SAID = {
  verified: 'signed, and in the log of the namespace',
  pending: 'signed; the next step of maintenance takes it into the log',
  refuted: 'refuted: it is not what was signed',
} as const

function SignedReceipt({ receipt }: { readonly receipt: string }) {
  const { value } = useLoad((signal) => client.value.receiptVerification({ receipt }, { signal }), [receipt])
  return (
    <p>
      Signed receipt <code>{receipt}</code>
      {value !== null && (
        <>
          {' '}
          <span class={value.verdict === 'refuted' ? 'tag bad' : 'tag good'}>{value.verdict}</span>{' '}
          {SAID[value.verdict]}
        </>
      )}
    </p>
  )
}
