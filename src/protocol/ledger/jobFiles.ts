import { jobLineSchema, jobMetaSchema, jobRecordSchema, jobStatusSchema } from './jobRecord.ts';
import type { LedgerFile } from './ledgerFiles.ts';

/** Contract files of delegated jobs that have a form. Their paths are below `.mam` of the control root. */
export const jobFiles: readonly LedgerFile[] = [
  {
    paths: ['jobs/*.json'],
    schemaFile: 'job-record.schema.json',
    title: 'Record of a delegated job',
    schema: jobRecordSchema,
  },
  {
    paths: ['delegate_job_logs/*/meta.json'],
    schemaFile: 'job-meta.schema.json',
    title: 'What a delegated job is',
    schema: jobMetaSchema,
  },
  {
    paths: ['delegate_job_logs/*/status.json'],
    schemaFile: 'job-status.schema.json',
    title: 'How a delegated job stands',
    schema: jobStatusSchema,
  },
  {
    paths: ['delegate_job_logs/*/events.ndjson'],
    schemaFile: 'job-line.schema.json',
    title: 'One line of the log of a delegated job',
    schema: jobLineSchema,
  },
];
