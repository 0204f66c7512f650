/** What most projects do one after another: what is measured, what is paid for, what is private, and what is shipped. */
export const usualSerialWords: readonly string[] = [
  ...['benchmark', 'latency', 'cost', 'load-bearing', 'privacy', 'ship', 'merge', 'git push', 'gh pr'],
  ...['벤치마크', '지연 시간', '비용', '개인정보', '배포', '병합'],
];
