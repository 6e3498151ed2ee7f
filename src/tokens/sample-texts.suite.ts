/**
 * Sample texts for tests of counting, written for this purpose, in the kinds of text that conversations consist of.
 * Each is a list of passages, so that a test can learn from some and predict the others.
 */
const english: readonly string[] = [
  `The committee met on Tuesday to go over the quarterly figures, and nobody was quite prepared for what they
showed. Revenue in the northern region had risen by 14 %, mostly because two wholesalers moved their orders
forward, while the south lost a little for the third time in a row. Marta asked whether the discount agreed in
March had anything to do with it. "It's possible," said Owen, "but we'd need the invoices, and they haven't been
scanned yet." They agreed to postpone the decision until the 23rd, when the auditors will have finished.`,
  `When you walk down from the harbour you pass a row of low brick houses, each with a blue door and a brass
knocker shaped like a fish. My grandmother lived in the fourth. She kept bees behind the shed, swore at the radio,
and made a soup of nettles that I have never managed to repeat. In winter the windows froze from the inside and we
drew maps on them with our fingernails: islands, reefs, treasure. I don't suppose any of it is left now.`,
  `To reproduce the problem, start the service with an empty cache, open two browser windows, and log in with the
same account in both. Change the address in the first window and save. In the second window, press Save without
reloading. Expected: a warning that the record has changed meanwhile. Actual: the older address silently wins.
We've seen this on versions 3.2.1 and 3.3.0-beta.4, on Linux as well as macOS; I couldn't reproduce it on Windows,
but I only tried twice. The log has nothing unusual apart from a 409 that is swallowed by the retry handler.`,
  `Thanks so much for getting back to me this quickly! Yes, vegetarian for four, and one of us can't have nuts.
We'd rather sit inside if it rains, otherwise the terrace would be lovely. Could you also let us know if there's
parking nearby, or should we take the tram? We'll be arriving from the airport around 6:45 pm, so 7:15 might be
safer than 7. Looking forward to it, and please say hello to Joan from all of us. Best wishes, Priya`,
  `Photosynthesis is often described as if it were one reaction, but it is better understood as two coupled sets of
reactions. In the first, light drives electrons through a chain of carriers embedded in the thylakoid membrane, and
the energy released pumps protons across it. In the second, the ATP and NADPH produced that way are spent on fixing
carbon dioxide into three-carbon sugars. The enzyme responsible, usually called RuBisCO, is remarkably slow: it turns
over only three to ten molecules a second, which is why leaves contain so much of it.`,
  `From now on, please always answer in British English, never use bullet points, and give distances in kilometres.
If you're unsure about a date, say so rather than guessing. I've had three different assistants tell me three
different opening hours for the same museum, which is worse than no answer at all. Right: I need a plan for a
two-day trip with my father, who is 81, walks slowly, and refuses to admit it. He was an engineer at the shipyard,
so anything with locks, cranes or steam engines will do. Budget about £350 for the two of us, hotel included.`,
  `The appeal turns on a narrow question: whether notice given by electronic mail satisfies clause 14(b) of the
agreement, which requires that it be "delivered in writing to the registered office". The tenant argues that the
parties had exchanged more than sixty messages by that route without objection, and that the landlord's conduct
amounted to a waiver. The landlord answers that convenience in day-to-day matters cannot vary a formal term, and
relies on clause 22, under which no waiver is effective unless signed. In our view the second argument is correct.`,
  `Sixteen minutes left, one goal behind, and the substitute could hardly stand still on the touchline. He'd come
through the youth team, broken the same ankle twice, and spent last season on loan at a club that went bankrupt in
April. The first ball bounced off his shin. The second he took on his chest, turned, and hit so hard that the keeper
didn't even raise his arms. Afterwards he said he remembered nothing: "Just noise, and somebody sitting on my head."`,
];

const code: readonly string[] = [
  `export async function withRetry<T>(task: () => Promise<T>, { attempts = 3, delayMs = 250 }: RetryOptions = {}): Promise<T> {
  let lastError: unknown;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    try {
      return await task();
    } catch (error) {
      lastError = error;
      if (!isRetryable(error)) break;
      await new Promise((resolve) => setTimeout(resolve, delayMs * 2 ** attempt));
    }
  }
  throw new Error(\`failed after \${attempts} attempts\`, { cause: lastError });
}
`,
  `def parse_log(path: str, *, since: datetime | None = None) -> Iterator[Entry]:
    """Yields entries newer than \`since\`; malformed lines are counted, not raised."""
    skipped = 0
    with open(path, encoding="utf-8", errors="replace") as handle:
        for number, line in enumerate(handle, start=1):
            match = LINE.match(line.rstrip("\\n"))
            if match is None:
                skipped += 1
                continue
            stamp = datetime.fromisoformat(match["time"])
            if since is not None and stamp <= since:
                continue
            yield Entry(number=number, time=stamp, level=match["level"].lower(), text=match["text"])
    if skipped:
        logger.warning("skipped %d lines of %s", skipped, path)
`,
  `CREATE TABLE IF NOT EXISTS invoices (
  id            INTEGER PRIMARY KEY,
  customer_id   INTEGER NOT NULL REFERENCES customers (id) ON DELETE RESTRICT,
  issued_at     TEXT NOT NULL DEFAULT (datetime('now')),
  total_cents   INTEGER NOT NULL CHECK (total_cents >= 0),
  currency      TEXT NOT NULL DEFAULT 'EUR'
);
CREATE INDEX invoices_by_customer ON invoices (customer_id, issued_at DESC);
SELECT c.name, count(*) AS open_invoices, sum(i.total_cents) / 100.0 AS amount
FROM invoices i JOIN customers c ON c.id = i.customer_id
WHERE i.paid_at IS NULL AND i.issued_at < date('now', '-30 days')
GROUP BY c.id HAVING amount > 500 ORDER BY amount DESC LIMIT 20;
`,
  `fn merge_intervals(mut spans: Vec<(u64, u64)>) -> Vec<(u64, u64)> {
    spans.sort_unstable_by_key(|span| span.0);
    let mut merged: Vec<(u64, u64)> = Vec::with_capacity(spans.len());
    for (start, end) in spans {
        match merged.last_mut() {
            Some(last) if start <= last.1 => last.1 = last.1.max(end),
            _ => merged.push((start, end)),
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn touching_spans_become_one() {
        assert_eq!(merge_intervals(vec![(5, 9), (1, 3), (3, 4)]), vec![(1, 4), (5, 9)]);
    }
}
`,
  `#!/usr/bin/env bash
set -euo pipefail
BACKUP_DIR="\${1:?usage: backup.sh <dir>}"
STAMP="$(date -u +%Y%m%dT%H%M%SZ)"
mkdir -p "$BACKUP_DIR/$STAMP"
for database in $(psql -At -c "select datname from pg_database where not datistemplate"); do
  pg_dump --format=custom --compress=9 --file="$BACKUP_DIR/$STAMP/$database.dump" "$database" || {
    echo "dump of $database failed" >&2
    exit 1
  }
done
find "$BACKUP_DIR" -mindepth 1 -maxdepth 1 -type d -mtime +14 -exec rm -rf {} +
`,
  `@media (max-width: 640px) {
  .toolbar { display: grid; grid-template-columns: 1fr auto; gap: 0.5rem; padding: 0.75rem 1rem; }
  .toolbar__title { font-size: clamp(1rem, 4vw, 1.25rem); overflow: hidden; text-overflow: ellipsis; }
  .toolbar__button:not(:disabled):hover { background: color-mix(in srgb, var(--accent) 12%, transparent); }
}
<section aria-labelledby="orders-heading" class="panel">
  <h2 id="orders-heading">Orders <span class="badge">{{ orders.length }}</span></h2>
  <ul>
    <li v-for="order in orders" :key="order.id"><a :href="'/orders/' + order.id">{{ order.title }}</a></li>
  </ul>
</section>
`,
  `package cache

type entry[V any] struct {
	value   V
	expires time.Time
}

func (c *Cache[K, V]) Get(key K) (V, bool) {
	c.mu.RLock()
	item, ok := c.items[key]
	c.mu.RUnlock()
	if !ok || c.clock().After(item.expires) {
		var zero V
		return zero, false
	}
	atomic.AddInt64(&c.hits, 1)
	return item.value, true
}
`,
  `public final class OrderService {
    private final OrderRepository orders;
    private final Clock clock;

    public Optional<Order> cancel(OrderId id, String reason) {
        return orders.find(id).filter(order -> order.status() != Status.SHIPPED).map(order -> {
            var cancelled = order.withStatus(Status.CANCELLED).withNote(Objects.requireNonNull(reason, "reason"));
            orders.save(cancelled, clock.instant());
            return cancelled;
        });
    }
}
`,
];

const towns = ['Lyon', 'Gdańsk', 'Porto', 'Oulu', 'Leeds', 'Graz', 'Cork', 'Split'];
const states = ['open', 'shipped', 'cancelled', 'on_hold', 'returned'];

const json: readonly string[] = Array.from({ length: 8 }, (_, page) =>
  JSON.stringify(
    {
      page: page + 1,
      next:
        page < 7 ? `https://api.example.com/v2/orders?cursor=${(page * 7919 + 104_729).toString(36)}` : null,
      orders: Array.from({ length: 4 }, (_, row) => {
        const number = page * 4 + row;
        return {
          id: `ord_${(number * 2_654_435_761).toString(36)}`,
          customer: { name: `Customer ${number}`, town: towns[number % towns.length], vip: number % 3 === 0 },
          status: states[(number * 7) % states.length],
          total: { amount: Math.round(number * 1234.567) / 100, currency: number % 2 === 0 ? 'EUR' : 'GBP' },
          createdAt: new Date(1_700_000_000_000 + number * 86_461_000).toISOString(),
          tags: number % 2 === 0 ? ['priority', 'gift-wrap'] : [],
          note: number % 5 === 0 ? 'Ring twice; the bell is broken.' : null,
        };
      }),
    },
    null,
    page % 2 === 0 ? 2 : undefined,
  ),
);

const cjk: readonly string[] = [
  `昨天下午我们开会讨论了数据库迁移的方案。张伟认为应该先把旧系统的只读副本搭起来,再逐步切换写入流量;李娜则担心停机时间太长,会影响周五的结算。最后大家同意分两步走:第一步在下周三凌晨两点到四点之间完成全量同步,第二步观察一周,确认没有差异之后再关闭旧库。负责人是王芳,联系电话不变。`,
  `外婆家的院子里有一棵很老的柿子树,秋天的时候满树都是红彤彤的果子。小时候我总是爬到最高的枝头,摘下最甜的那一个,然后被外公骂下来。后来房子拆了,树也不见了,可是每年十月,我还是会想起那种又涩又甜的味道。城市里买来的柿子虽然又大又漂亮,却怎么也找不回当年的感觉。`,
  `新しい予約システムについて、いくつか確認させてください。まず、キャンセル料は前日の午後六時以降に発生するという理解でよろしいでしょうか。また、団体のお客様(十名以上)の場合は、電話での予約のみとなりますか。先週のテストでは、カレンダーの表示が遅く、スマートフォンでは日付が選べないことがありました。修正の予定が決まりましたら、お知らせください。`,
  `駅から坂道を十五分ほど上ると、小さな古本屋がある。店主は七十を過ぎた無口な人で、客が入ってきても顔を上げない。棚には旅行記と植物図鑑ばかりが並び、値段はどれも鉛筆で書いてある。私はそこで、祖父が若いころに書いたという薄い詩集を見つけた。ページの間には、色の褪せた切符が一枚はさまっていた。`,
  `다음 주 화요일까지 보고서 초안을 보내 주시면 감사하겠습니다. 지난번 회의에서 이야기한 것처럼, 매출 자료는 지역별로 나누고 작년 같은 기간과 비교해 주세요. 그래프는 두 개면 충분합니다. 혹시 부산 지점의 자료가 아직 도착하지 않았다면 김민수 씨에게 직접 연락해 보시기 바랍니다. 예산은 삼천만 원을 넘지 않아야 합니다.`,
  `机器学习模型的上下文长度是有限的,因此长对话必须经过压缩才能继续。常见的做法是把较早的消息总结成一段文字,只保留最近的原文。但是总结往往会丢失文件路径、版本号和具体数字,例如“第 3.2.1 版”或者“端口 8443”。更好的办法是把这些精确的事实单独保存,需要时再从原始记录中检索出来。`,
  `今日は朝から雨が降っていたので、山登りはやめて市立美術館へ行くことにした。特別展は十九世紀の版画で、思っていたよりずっと人が多かった。息子は大きな波の絵の前でしばらく動かず、「この船の人たちは助かったの」と三回も聞いた。帰りに駅前の店で温かいうどんを食べ、傘を一本忘れて帰ってきた。`,
  `使用者回報,在繁體中文介面下,訂單編號會被截斷成八個字元,導致客服人員無法查詢。重現步驟如下:登入後進入「我的訂單」,將語言切換為繁體中文,再點選任一筆已出貨的訂單。預期結果是顯示完整的十二位編號;實際結果只顯示前八位,後面以省略號取代。此問題從四月十八日的版本開始出現,影響約兩成的使用者。`,
];

export const kinds = { english, code, json, cjk } as const;
