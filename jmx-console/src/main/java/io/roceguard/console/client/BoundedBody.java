// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.client;

import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Takes a body of limited size, so that a wrong address cannot fill the memory. */
final class BoundedBody implements HttpResponse.BodySubscriber<byte[]> {

    /** The body is larger than the limit. */
    static final class TooLarge extends RuntimeException {}

    private final HttpResponse.BodySubscriber<byte[]> body = HttpResponse.BodySubscribers.ofByteArray();
    private final CompletableFuture<byte[]> result = new CompletableFuture<>();
    private final long limit;
    private long taken;
    private Flow.@Nullable Subscription subscription;

    BoundedBody(long limit) {
        this.limit = limit;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return result;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        this.subscription = subscription;
        body.onSubscribe(subscription);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        taken += buffers.stream().mapToLong(ByteBuffer::remaining).sum();
        if (taken <= limit) {
            body.onNext(buffers);
        } else if (subscription != null) {
            subscription.cancel();
            result.completeExceptionally(new TooLarge());
        }
    }

    @Override
    public void onError(Throwable error) {
        result.completeExceptionally(error);
    }

    @Override
    public void onComplete() {
        body.onComplete();
        body.getBody().thenAccept(result::complete);
    }
}
