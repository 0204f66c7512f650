import type { ClaimWords } from './types.ts';

/** Words of claims by language. A project replaces the tables by its own. */
export const usualWords: Readonly<Record<string, ClaimWords>> = {
  en: {
    performance: ['performance', 'latency', 'faster', 'speed', 'p95', 'throughput'],
    quality: ['quality', 'accuracy', 'recall', 'precision', 'improved', 'improvement', 'improvements', 'better'],
    benchmark: ['benchmark', 'benchmarks', 'score', 'scores', 'metric', 'metrics', 'eval result', 'regression'],
    private: ['customer', 'production', 'private data'],
    disclaimer: [
      'no claim',
      'no claims',
      'not claimed',
      'does not claim',
      'makes no',
      'disallowed claims',
      'not measured',
      'not run',
      'out of scope',
    ],
  },
  ko: {
    performance: ['성능', '지연 시간', '속도', '처리량', '빨라', '더 빠른', '빠르게'],
    quality: ['품질', '정확도', '재현율', '정밀도', '개선', '향상'],
    benchmark: ['벤치마크', '점수', '지표', '평가 결과', '회귀'],
    private: ['고객', '운영 환경', '실서비스', '개인정보'],
    disclaimer: ['주장하지 않', '주장 없음', '측정하지 않', '실행하지 않', '범위 밖', '금지된 주장'],
  },
};
