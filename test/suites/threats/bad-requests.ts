// Requests with one fault each, or with several, and what each must be answered with.

export type Row = {
  readonly what: string
  /** `<idle>`, `<running>` and `<done>` stand for the sessions above. */
  readonly route: string
  readonly json?: unknown
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly status: number
  readonly error: string
  /** The fields that `details` must name. */
  readonly fields?: readonly string[]
  /** What a person must be able to read in reason, hint or details. */
  readonly says?: RegExp
}

const launchRoute = 'POST /api/agents/launch'
const stopRoute = 'POST /api/agents/stop'
const ingestRoute = 'POST /api/hooks/ingest'
const registerRoute = 'POST /api/hooks/sessions'
const patchRoute = 'PATCH /api/hooks/sessions/<running>'
const loginRoute = 'POST /api/auth/login'
const good = { agent_type: 'shell', prompt: 'true' }
/** The outcome of most. */
export const invalid = { status: 400, error: 'invalid_request' } as const
const missing = { status: 404, error: 'not_found' } as const
const illegal = { status: 409, error: 'invalid_transition' } as const

const launches: readonly Row[] = [
  { what: 'an unknown field', json: { ...good, promt: 'x' }, fields: ['promt'], says: /did you mean "prompt"/ },
  { what: 'a field of another case', json: { ...good, agentType: 'x' }, fields: ['agentType'], says: /agent_type/ },
  { what: 'no agent type', json: { prompt: 'true' }, fields: ['agent_type'], says: /required/ },
  { what: 'no prompt', json: { agent_type: 'shell' }, fields: ['prompt'], says: /required/ },
  { what: 'a null prompt', json: { agent_type: 'shell', prompt: null }, fields: ['prompt'] },
  { what: 'an empty prompt', json: { agent_type: 'shell', prompt: '' }, fields: ['prompt'] },
  { what: 'a prompt of spaces', json: { agent_type: 'shell', prompt: ' \n ' }, fields: ['prompt'] },
  { what: 'a prompt of another type', json: { ...good, prompt: 7 }, fields: ['prompt'], says: /must be a text/ },
  {
    what: 'an unknown agent type',
    json: { ...good, agent_type: 'codeagent' },
    fields: ['agent_type'],
    says: /did you mean "code-agent"/,
  },
  { what: 'a name of every object', json: { ...good, agent_type: '__proto__' }, fields: ['agent_type'] },
  { what: 'another name of every object', json: { ...good, agent_type: 'constructor' }, fields: ['agent_type'] },
  { what: 'an empty agent type', json: { ...good, agent_type: '' }, fields: ['agent_type'] },
  { what: 'an agent type that is a list', json: { ...good, agent_type: ['shell'] }, fields: ['agent_type'] },
  {
    what: 'an interactive shell',
    json: { ...good, interactive: true },
    fields: ['interactive'],
    says: /no interactive mode/,
  },
  {
    what: 'an interactive custom type',
    json: { ...good, agent_type: 'custom', interactive: true },
    fields: ['interactive'],
  },
  {
    what: 'interactive as a text',
    json: { ...good, interactive: 'yes' },
    fields: ['interactive'],
    says: /true or false/,
  },
  ...['', 'a b', 'a.b', 'a:b', '#(x)', 'ü', 'x'.repeat(65), 'a\n', 'orrery-keeper'].map((session_name) => {
    return {
      what: `the name ${JSON.stringify(session_name)}`,
      json: { ...good, session_name },
      fields: ['session_name'],
    }
  }),
  { what: 'a name that is a number', json: { ...good, session_name: 5 }, fields: ['session_name'] },
  ...['relative', './x', '/nowhere/at/all', '/etc/hostname', '~nobody', '/dev/null', '/proc/1/x\0'].map(
    (working_dir) => {
      return {
        what: `the folder ${JSON.stringify(working_dir)}`,
        json: { ...good, working_dir },
        fields: ['working_dir'],
      }
    },
  ),
  { what: 'an empty folder', json: { ...good, working_dir: '' }, fields: ['working_dir'] },
  { what: 'a folder of 5 KB', json: { ...good, working_dir: `/${'x'.repeat(5000)}` }, fields: ['working_dir'] },
  {
    what: 'dependencies as a text',
    json: { ...good, depends_on: 'T-1' },
    fields: ['depends_on'],
    says: /must be a list/,
  },
  { what: 'a dependency that is a number', json: { ...good, depends_on: ['T-1', 2] }, fields: ['depends_on.1'] },
  { what: 'an empty dependency', json: { ...good, depends_on: [''] }, fields: ['depends_on.0'] },
  {
    what: '201 dependencies',
    json: { ...good, depends_on: Array.from({ length: 201 }, String) },
    fields: ['depends_on'],
  },
  { what: 'a task id that is an object', json: { ...good, task_id: {} }, fields: ['task_id'] },
  { what: 'an empty task id', json: { ...good, task_id: '' }, fields: ['task_id'] },
  { what: 'a label of two lines', json: { ...good, label: 'a\nb' }, fields: ['label'] },
  {
    what: 'a label that is too long',
    json: { ...good, label: 'x'.repeat(501) },
    fields: ['label'],
    says: /500 characters/,
  },
  {
    what: 'four faults at once',
    json: { agent_type: 'none', interactive: true, session_name: 'a b', working_dir: 'x' },
    fields: ['agent_type', 'session_name', 'working_dir'],
  },
].map((row) => ({ route: launchRoute, ...invalid, ...row }))

const taken: readonly Row[] = [
  { what: 'the name of a session', json: { ...good, session_name: 'taken' } },
  { what: 'the name of a session that is done', json: { ...good, session_name: 'done' } },
  { what: 'the name of a session that was registered', json: { ...good, session_name: 'registered' } },
].map((row) => ({ route: launchRoute, status: 409, error: 'session_exists', fields: ['session_name'], ...row }))

const stops: readonly Row[] = [
  { what: 'no id', json: {}, fields: ['session_id'] },
  { what: 'an empty id', json: { session_id: '' }, fields: ['session_id'] },
  { what: 'an id that is a number', json: { session_id: 5 }, fields: ['session_id'] },
  { what: 'another spelling', json: { session: 'x' }, fields: ['session_id', 'session'], says: /session_id/ },
  { what: 'an unknown id', json: { session_id: 'nobody' }, ...missing },
  { what: 'the name of a terminal', json: { session_id: 'taken' }, ...missing },
  { what: 'an id of 5 KB', json: { session_id: 'x'.repeat(5000) }, ...missing },
  { what: 'an id of two lines', json: { session_id: 'a\nb. C {"d":1}' }, ...missing },
  { what: 'an idle session', json: { session_id: '<idle>' }, ...illegal, says: /start/ },
  { what: 'a session that is done', json: { session_id: '<done>' }, ...illegal },
].map((row) => ({ route: stopRoute, ...invalid, ...row }))

const ingests: readonly Row[] = [
  {
    what: 'an event that is not known',
    json: { session_id: '<running>', event: 'promt_ready' },
    fields: ['event'],
    says: /prompt_ready/,
  },
  {
    what: 'an event of the state machine',
    json: { session_id: '<running>', event: 'process.exit' },
    fields: ['event'],
  },
  { what: 'an event in capitals', json: { session_id: '<running>', event: 'EXIT' }, fields: ['event'], says: /exit/ },
  { what: 'no event', json: { session_id: '<running>' }, fields: ['event'], says: /missing/ },
  { what: 'an empty event', json: { session_id: '<running>', event: '' }, fields: ['event'] },
  { what: 'an event that is a list', json: { session_id: '<running>', event: ['exit'] }, fields: ['event'] },
  { what: 'an event of 5 KB', json: { session_id: '<running>', event: 'x'.repeat(5000) }, fields: ['event'] },
  { what: 'neither id', json: { event: 'start' }, fields: ['tmux_session'], says: /session_id/ },
  { what: 'ids of a wrong type', json: { event: 'start', tmux_session: 5, session_id: [] }, fields: ['tmux_session'] },
  { what: 'empty ids', json: { event: 'start', tmux_session: '', session_id: '' }, fields: ['tmux_session'] },
  { what: 'a list', json: [{ event: 'start' }], says: /object/ },
  { what: 'null', json: null, says: /object/ },
  { what: 'a number', json: 7, says: /object/ },
  { what: 'a text', json: 'start', says: /object/ },
  { what: 'an unknown session', json: { session_id: 'nobody', event: 'exit' }, ...missing },
  { what: 'an unknown session of two lines', json: { session_id: 'a\nb. C', event: 'exit' }, ...missing },
  { what: 'an unknown terminal of another kind', json: { tmux_session: 'mine', event: 'exit' }, ...missing },
].map((row) => ({ route: ingestRoute, ...invalid, ...row }))

const registrations: readonly Row[] = [
  { what: 'no terminal', json: {}, fields: ['tmux_session'], says: /required/ },
  { what: 'an empty terminal', json: { tmux_session: '' }, fields: ['tmux_session'], says: /must not be empty/ },
  { what: 'a terminal of 201 characters', json: { tmux_session: 'x'.repeat(201) }, fields: ['tmux_session'] },
  { what: 'an unknown field', json: { tmux_session: 'x', depend_on: [] }, fields: ['depend_on'], says: /depends_on/ },
  { what: 'a state', json: { tmux_session: 'x', state: 'running' }, fields: ['state'] },
  { what: 'an agent type that is a number', json: { tmux_session: 'x', agent_type: 1 }, fields: ['agent_type'] },
  { what: 'a list', json: [], says: /must be an object/ },
  { what: 'null', json: null },
].map((row) => ({ route: registerRoute, ...invalid, ...row }))

const patches: readonly Row[] = [
  { what: 'nothing', json: {}, fields: [''], says: /one of "state", "event", "depends_on" and "conversation"/ },
  { what: 'both', json: { state: 'running', event: 'start' }, fields: [''] },
  { what: 'an unknown state', json: { state: 'runing' }, fields: ['state'], says: /running/ },
  { what: 'a name of every object', json: { state: '__proto__' }, fields: ['state'] },
  { what: 'a state that is a number', json: { state: 1 }, fields: ['state'] },
  { what: 'a state of two lines', json: { state: 'a\nb. C' }, fields: ['state'] },
  { what: 'a state of 5 KB', json: { state: 'x'.repeat(5000) }, fields: ['state'] },
  { what: 'an event of 5 KB', json: { event: 'x'.repeat(5000) }, fields: ['event'] },
  { what: 'an unknown event', json: { event: 'user.resum' }, fields: ['event'], says: /user\.resume/ },
  { what: 'an event of every object', json: { event: 'constructor' }, fields: ['event'] },
  { what: 'an event that is null', json: { event: null }, fields: ['event'] },
  { what: 'a field that nobody may set', json: { prompt: 'x' }, fields: ['prompt'] },
  { what: 'an unknown field', json: { stat: 'running' }, fields: ['stat'], says: /did you mean "state"/ },
  { what: 'an id that is unknown', route: 'PATCH /api/hooks/sessions/nobody', json: { state: 'idle' }, ...missing },
  { what: 'running to idle', json: { state: 'idle' }, ...illegal, says: /user\.cancel/ },
  { what: 'an event that running does not take', json: { event: 'user.requeue' }, ...illegal },
  { what: 'a hook event that running does not take', json: { event: 'tool_use' }, ...illegal },
  { what: 'idle to completed', route: 'PATCH /api/hooks/sessions/<idle>', json: { state: 'completed' }, ...illegal },
  { what: 'idle to review', route: 'PATCH /api/hooks/sessions/<idle>', json: { state: 'awaiting_review' }, ...illegal },
  { what: 'done to failed', route: 'PATCH /api/hooks/sessions/<done>', json: { state: 'failed' }, ...illegal },
  { what: 'done to review', route: 'PATCH /api/hooks/sessions/<done>', json: { event: 'to_review' }, ...illegal },
].map((row) => ({ route: patchRoute, ...invalid, ...row }))

const logins: readonly Row[] = [
  { what: 'no code', json: {}, fields: ['code'] },
  { what: 'an empty code', json: { code: '' }, fields: ['code'] },
  { what: 'a code that is a number', json: { code: 5 }, fields: ['code'] },
  { what: 'a long code', json: { code: 'x'.repeat(201) }, fields: ['code'] },
  { what: 'an unknown field', json: { cod: 'x' }, fields: ['cod'], says: /code/ },
  { what: 'a wrong code', json: { code: 'wrong' }, status: 401, error: 'unauthenticated' },
].map((row) => ({ route: loginRoute, ...invalid, ...row }))

const events = 'GET /api/hooks/sessions/<running>/events'
const log = 'GET /api/agents/<running>/log'
const queries: readonly Row[] = [
  ...[
    'limit=0',
    'limit=-1',
    'limit=201',
    'limit=abc',
    'limit=1.5',
    'limit=',
    'limit=1e99',
    'limit=NaN',
    'limit=5&limit=6',
  ].map((query) => {
    return { what: query, route: `${events}?${query}`, fields: ['limit'] }
  }),
  ...[
    'cursor=',
    'cursor=x',
    'cursor=-1',
    'cursor=1.5',
    'cursor=1;drop',
    `cursor=${'9'.repeat(30)}`,
    'cursor=%00',
    'cursor=1&cursor=2',
  ].map((query) => {
    return { what: query, route: `${events}?${query}`, fields: ['cursor'] }
  }),
  { what: 'an unknown parameter', route: `${events}?limt=5`, fields: ['limt'], says: /did you mean "limit"/ },
  { what: 'events of nobody', route: 'GET /api/hooks/sessions/nobody/events', ...missing },
  ...['tail=0', 'tail=-5', 'tail=x', 'tail=10485761', 'tail=', 'tail=1.5', 'tail=Infinity'].map((query) => {
    return { what: query, route: `${log}?${query}`, fields: ['tail'] }
  }),
  { what: 'a place of 101 characters', route: `${log}?from=${'1'.repeat(101)}`, fields: ['from'] },
  { what: 'an unknown parameter', route: `${log}?tali=5`, fields: ['tali'], says: /did you mean "tail"/ },
  { what: 'the log of nobody', route: 'GET /api/agents/nobody/log', ...missing },
  { what: 'the log of a registered one', route: 'GET /api/agents/<idle>/log', ...missing },
  { what: 'nobody', route: 'GET /api/hooks/sessions/nobody', ...missing },
  { what: 'an id of two lines', route: 'GET /api/hooks/sessions/a%0ab.%20C', ...missing },
  { what: 'the log of two lines', route: 'GET /api/agents/a%0ab.%20C/log', ...missing },
  { what: 'a long id', route: `GET /api/hooks/sessions/${'x'.repeat(999)}`, ...missing },
  { what: 'an id that is too long', route: `GET /api/hooks/sessions/${'x'.repeat(1001)}`, ...missing },
  { what: 'dismissing nobody', route: 'DELETE /api/hooks/sessions/nobody', ...missing },
  { what: 'another kill', route: 'DELETE /api/hooks/sessions/<running>?kill=yes', fields: ['kill'] },
  {
    what: 'an unknown parameter',
    route: 'DELETE /api/hooks/sessions/<running>?kil=true',
    fields: ['kil'],
    says: /kill/,
  },
  { what: 'a body', route: 'DELETE /api/hooks/sessions/<running>', json: { kill: true }, fields: ['kill'] },
  { what: 'a body that is a list', route: 'DELETE /api/hooks/sessions/<running>', json: [1] },
  { what: 'a login of nobody', route: 'DELETE /api/system/logins/nobody', ...missing },
  { what: 'a body', route: 'POST /api/system/login-links', json: { for: 'me' }, fields: ['for'] },
].map((row) => ({ ...invalid, ...row }))

export const badRequests = { launches, taken, stops, ingests, registrations, patches, logins, queries }
