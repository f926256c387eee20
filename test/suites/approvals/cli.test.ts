// A person answers agents on the command line: the hook that real clients run asks, and prints what its client is told.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openAskingAgent } from '../../support/asking-agent.ts'
import { makeHome, type TestHome } from '../../support/home.ts'
import { orrery, startService, type Service } from '../../support/service.ts'

let home: TestHome
let service: Service

before(async () => {
  home = await makeHome()
  service = await startService(home)
  assert.equal((await orrery(home, ['hook', 'install'])).code, 0)
})
after(async () => {
  await service?.[Symbol.asyncDispose]()
  await home?.[Symbol.asyncDispose]()
})

const run = (...args: readonly string[]) => orrery(home, args)
const ask = (label: string, request?: object) =>
  openAskingAgent({ home, service }, { label, ...(request === undefined ? {} : { request }) })

const edit = {
  tool_name: 'Edit',
  tool_input: { file_path: '/srv/shop/pay.ts', old_string: 'dispatch(method)', new_string: 'await next.settled' },
  permission_suggestions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }],
}

test('what is asked is listed with its time, shown whole, and allowed once a person said so', async () => {
  const nobody = await run('approvals', '--check')
  assert.deepEqual([nobody.code, nobody.out], [0, ''])
  assert.match(nobody.err, /No agent asks for anything/)
  const agent = await ask('Push the branch', { tool_name: 'Bash', tool_input: { command: 'git push \u202egnp' } })
  const { id } = agent.asked
  const listed = await run('approvals', '--check')
  assert.equal(listed.code, 1)
  assert.match(listed.out, /open +\d+ s +29 min +Push the branch/)
  const whole = await run('approvals', 'push')
  assert.match(whole.out, /Push the branch asks to use Bash: open\n {2}git push ⟨U\+202E⟩gnp/)
  const unasked = await run('approve', 'push')
  assert.equal(unasked.code, 2)
  await agent.is('open')
  assert.match(unasked.err, /needs a terminal to ask on, or --yes/)
  const yes = await run('approve', 'push', '--yes')
  assert.equal(yes.code, 0, yes.err)
  assert.match(yes.out, /Bash: git push.*: approved by command line/)
  await agent.reads('"behavior":"allow"')
  const over = await run('approvals', id.slice(0, 8))
  assert.match(over.out, /Push the branch asks to use Bash: approved by command line/)
  const again = await run('approve', id, '--yes')
  assert.equal(again.code, 1)
  assert.match(again.err, /no open approval is called .*\n.*orrery approvals --state all/s)
})

test('of two the one that is meant has to be named; a no is read with its reason, a yes with what is offered', async () => {
  const [one, other] = [await ask('Rewrite the sheet', edit), await ask('Tidy up')]
  const unclear = await run('deny')
  assert.equal(unclear.code, 1)
  assert.match(unclear.err, /2 open approvals could be meant\n.*Name one of them:/s)
  assert.ok([one, other].every(({ asked }) => unclear.err.includes(asked.id)))
  const none = await run('approve', 'rewrite', '--yes', '--suggestion', '7')
  assert.equal(none.code, 1)
  assert.match(none.err, /no such suggestion.*0 \(every edit in this session\)/s)
  const shown = await run('approvals', 'rewrite')
  assert.match(
    shown.out,
    /- dispatch\(method\)\n.*\+ await next\.settled\n.*--suggestion 0 {2}every edit in this session/s,
  )
  assert.equal((await run('approve', 'rewrite', '--yes', '--suggestion', '0')).code, 0)
  await one.reads('"mode":"acceptEdits","destination":"session"')
  assert.equal((await run('deny', '--reason', 'Keep dist.')).code, 0)
  await other.reads('"message":"Keep dist."')
})

test('an agent is refused, whatever it types', async () => {
  const agent = await ask('Asks for itself')
  const env = { SERVICE_SESSION_TMUX: agent.name }
  const refused = await orrery(home, ['approve', agent.asked.id, '--yes'], { env })
  assert.equal(refused.code, 77)
  assert.match(refused.err, /decided by a person/)
  await agent.is('open')
  assert.equal((await run('deny', agent.asked.id)).code, 0)
  await agent.reads('A person denied it in Orrery.')
})
