const row = (api) => ({
  input: { target: `../../generated/openapi/${api}.3.0.json`, validation: true },
  output: { target: `clients/orval/${api}.ts`, client: 'fetch', headers: true },
});

export default { portal: row('account-portal'), backup: row('backup-server') };
