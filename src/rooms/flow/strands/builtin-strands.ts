// The strands that come with the service.
import type { Strand } from '../server/authoring/orrery-strand/strand.js'
import backupRunner from './backup-runner.ts'
import crossNodeSmoke from './cross-node-smoke.ts'
import discordWatcher from './discord-watcher.ts'
import docsDriftCheck from './docs-drift-check.ts'
import fpaValidator from './fpa-validator.ts'
import instanceGc from './instance-gc.ts'
import kanbanSync from './kanban-sync.ts'
import type { StrandNeeds } from './lib/needs.ts'
import newsletterDigest from './newsletter-digest.ts'
import openclawCronMirror from './openclaw-cron-mirror.ts'
import poposDeploy from './popos-deploy.ts'
import priorityTriage from './priority-triage.ts'
import researchPipeline from './research-pipeline.ts'
import returnproAudit from './returnpro-audit.ts'
import scrapeMonitor from './scrape-monitor.ts'
import snowflakeIngest from './snowflake-ingest.ts'
import socialPublisher from './social-publisher.ts'

export function builtinStrands(needs: StrandNeeds): readonly Strand[] {
  return [
    docsDriftCheck(needs),
    instanceGc(needs),
    openclawCronMirror(needs),
    priorityTriage(needs),
    researchPipeline,
    crossNodeSmoke,
    poposDeploy(needs),
    backupRunner,
    discordWatcher,
    fpaValidator,
    kanbanSync,
    newsletterDigest,
    returnproAudit,
    scrapeMonitor,
    snowflakeIngest,
    socialPublisher,
  ]
}
